import { hash } from "node:crypto";
import { join } from "node:path";
import { readingVersion, type Reading, type Totals } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { inProcessEngine } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { toName } from "../../kernel/store/index.ts";
import { endsTheRun, readTurn } from "../reader/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { ReadSession } from "./score-readings.ts";

export type BenchObserverOptions = {
  sessions: readonly Transcript[];
  model: ResolvedModel;
  /** Where the journals are kept, in a folder for each session. The same folder resumes. */
  dir: string;
  concurrency: number;
  budget?: Budget;
  signal?: AbortSignal;
  onTurn?: (session: string, reading: Reading) => void;
  onNotes?: (notes: readonly string[]) => void;
};

export type ReadCorpus = {
  read: ReadSession[];
  totals: Totals[];
  /** Why it stopped before all sessions were read. */
  endedBy?: HarnessError;
};

/** Reads every session, turn by turn; several sessions at once. */
export async function benchObserver(
  harness: Harness,
  { sessions, model, dir, concurrency, budget, signal, onTurn, onNotes }: BenchObserverOptions,
): Promise<ReadCorpus> {
  harness.requireReady([{ role: "observer", model }], budget?.cap);
  const read = new Map<string, Reading[]>();
  const totals: Totals[] = [];
  const readSession = async (transcript: Transcript, stop: AbortSignal) => {
    const { session } = transcript;
    const readings: Reading[] = [];
    read.set(session, readings);
    const run = await harness.openRun(join(dir, toName(session)), { budget, session: `observe/${session}` });
    onNotes?.(run.notes.filter((note) => !harness.recordings.playedFrom().includes(note)));
    try {
      for (const { turn } of transcript.turns) {
        const reading = await readOne(run, { transcript, turn, readings, model, signal: stop });
        readings.push(reading);
        onTurn?.(session, reading);
      }
    } finally {
      totals.push(run.journal.totals());
      await run.close();
    }
  };
  const { endedBy } = await inProcessEngine.run<Transcript, void>(
    { name: "observe", run: (transcript, { signal: stop }) => readSession(transcript, stop) },
    sessions.map((transcript) => ({ id: transcript.session, input: transcript })),
    { concurrency, isFinal: endsTheRun, signal },
  );
  return {
    read: sessions
      .filter(({ session }) => read.has(session))
      .map((transcript) => ({ transcript, readings: read.get(transcript.session)! })),
    totals,
    ...(endedBy && { endedBy }),
  };
}

/** A failure of the reader leaves the turn unread. What the caller must fix or has stopped ends the bench. */
async function readOne(
  { gateway }: Run,
  {
    transcript: { table, turns },
    turn,
    readings,
    model,
    signal,
  }: {
    transcript: Transcript;
    turn: number;
    readings: readonly Reading[];
    model: ResolvedModel;
    signal: AbortSignal;
  },
): Promise<Reading> {
  const shown = turns.slice(0, turn);
  const head = {
    version: readingVersion,
    turn,
    turnChecksum: hash("sha256", JSON.stringify(shown.at(-1)), "hex"),
    reader: model.name,
  } as const;
  try {
    const made = await readTurn({ gateway, model, secondLook: model, table, turns: shown, readings, signal });
    return { ...head, status: "read", ...made };
  } catch (error) {
    if (!(error instanceof HarnessError) || endsTheRun(error)) throw error;
    return { ...head, status: "unread", why: error.message };
  }
}
