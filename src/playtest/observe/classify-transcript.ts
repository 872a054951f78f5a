import type { Classification, TurnRecord } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { cutText, LONGEST_HEARD, tableTalk } from "../agents/index.ts";
import { loadLatest } from "../checkpoint/index.ts";
import { classify } from "../classify/index.ts";
import type { ReaderTurn } from "../reader/index.ts";
import { secretsIn, type SessionState } from "../session/index.ts";
import type { Transcript } from "./transcript-file.ts";
import { storeTurns } from "./transcript-session.ts";

type ClassifyTranscriptOptions = {
  budget?: Budget;
  signal?: AbortSignal;
  onTurn?: (turn: number) => void;
};

/**
 * Stores the turns that a transcript's folder lacks, each classified by the session's classifier. Repeating it resumes;
 * no journaled answer is paid for again.
 */
export async function classifyTranscript(
  harness: Harness,
  dir: string,
  transcript: Transcript,
  { budget, signal, onTurn }: ClassifyTranscriptOptions,
): Promise<void> {
  const { sessionId, turn: stored, config } = loadLatest(dir).state;
  if (stored >= transcript.turns.length) return;
  const model = harness.catalog.resolve(config.classifierModel);
  const run = await harness.openRun(dir, { session: observedSession(sessionId), budget });
  try {
    await storeTurns(dir, transcript, {
      clock: harness.clock,
      async classified(turn, state) {
        onTurn?.(turn.turn);
        const verdict = await classified(turn, { state, model, run, signal });
        // Paid answers reach the disk before what was made from them.
        await run.journal.sync();
        return verdict;
      },
    });
  } finally {
    await run.close();
  }
}

/** A session's key in recordings: of its classification and its readings. */
export const observedSession = (sessionId: string): string => `observe/${sessionId}`;

async function classified(
  { turn, phase, narration }: ReaderTurn,
  {
    state,
    model,
    run,
    signal,
  }: { state: SessionState; model: ResolvedModel; run: Run; signal?: AbortSignal },
): Promise<Classification> {
  const { config, records } = state;
  const names = config.group.players.map(({ name }) => name);
  const before = records.at(-1);
  return classify({
    gateway: run.gateway,
    model,
    call: `turn/${turn}/classifier`,
    transcript: state.sessionId,
    signal,
    input: {
      text: narration,
      names,
      turn,
      phase,
      secrets: secretsIn(state),
      relay: before ? saidAfter(before, names) : "",
      earlier: records.slice(-3).map(({ narrator }) => cutText(narrator.text, LONGEST_HEARD)),
      guide: config.storyGuide,
    },
  });
}

/** The table talk too: a player may have told the others a secret. The relay comes first, because the end may be cut. */
const saidAfter = (record: TurnRecord, names: readonly string[]): string =>
  [
    ...(record.relay ? [record.relay.text] : []),
    ...tableTalk(record).map(({ seat, says }) => `${names[seat]}: ${says}`),
  ].join("\n");
