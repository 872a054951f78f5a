import { join } from "node:path";
import type { TurnRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, makeFolder } from "../../kernel/store/index.ts";
import { loadLatest, saveStart, saveTurn, turnsIn } from "../checkpoint/index.ts";
import { applyTurn, newSession } from "../session/index.ts";
import { transcriptSession, type Transcript, type TranscriptOptions } from "../transcript/index.ts";

/** Writes a transcript as the turns of a session folder below `out`. Turns that are there already stay as they are. */
export async function storeTranscript(
  { clock }: Pick<Harness, "clock">,
  transcript: Transcript,
  { out, ...options }: Omit<TranscriptOptions, "at"> & { out: string },
): Promise<string> {
  const dir = join(out, transcript.session);
  const whole = transcriptSession(transcript, { ...options, at: clock.date().toISOString() });
  makeFolder(dir);
  const lock = await lockFolder(dir, { clock });
  try {
    const begun = turnsIn(dir).length > 0;
    const start = newSession(whole);
    let { state, chain } = begun ? loadLatest(dir) : { state: start, chain: await saveStart(dir, start) };
    const isOther =
      !state.config.origin ||
      state.records.length > whole.records.length ||
      state.records.some((record, index) => saidIn(record) !== saidIn(whole.records[index]!));
    if (isOther)
      throw new HarnessError({
        code: "folder-taken",
        message: `${dir} holds another session than ${options.file}.`,
        remedy: "Name another folder with --out.",
      });
    for (const record of whole.records.slice(state.records.length)) {
      state = applyTurn(state, record);
      chain = await saveTurn(dir, { state, record, chain });
    }
    return dir;
  } finally {
    await lock.release();
  }
}

const saidIn = ({ narrator, crossTalk, relay }: TurnRecord): string =>
  JSON.stringify([narrator.text, crossTalk, relay]);
