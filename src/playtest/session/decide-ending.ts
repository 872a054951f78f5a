import type { Classification, Issue, Reading, TurnRecord } from "../../contract/index.ts";
import type { SessionState } from "./apply-turn.ts";

/** Repetitions in a row after which players would give up. */
const REPETITIONS_THAT_END = 3;

/** Characters beyond which an output is not narration: every later prompt would contain it. */
const TOO_LONG = 60_000;

/** A session ends when the story is concluded, breaks down, loops or runs out of turns. */
export function decideEnding({
  state,
  turn,
  classification,
  text,
  issues = [],
}: {
  state: SessionState;
  turn: number;
  classification: Classification;
  text: string;
  issues?: readonly Issue[];
}): TurnRecord["ending"] {
  if (text.length > TOO_LONG)
    return {
      outcome: "failed",
      why: `the narrator's output has ${text.length} characters, too many to continue from`,
    };
  if (issues.some(({ type, severity }) => type === "breakdown" && severity === "error"))
    return { outcome: "failed", why: "the narration broke down" };
  // However early it comes, an announced end is the end.
  if (classification.concluded)
    return { outcome: "completed", why: "the narrator told the end of the story" };
  const repeats = [
    ...state.records.filter(repeated).map((record) => record.turn),
    ...(repeated({ issues }) ? [turn] : []),
  ];
  if (inARow(repeats, turn, state)) return REPEATED;
  if (turn >= state.config.maxTurns)
    return {
      outcome: "timeout",
      why: `out of turns after turn ${state.config.maxTurns}, before the story ended`,
    };
  return undefined;
}

/**
 * A session also ends after three repetitions in a row that a reader confirmed. A turn is read while the next one is
 * played, so the reading of the last turn does not count yet. A session that was resumed under another reader did not
 * end there.
 */
export function endingByReadings(state: SessionState, readings: readonly Reading[]): TurnRecord["ending"] {
  const { records, turn } = state;
  const read = readings.filter(
    (reading) =>
      reading.turn < turn &&
      reading.status === "read" &&
      reading.content.findings.some(({ kind, state }) => kind === "repetition" && state === "confirmed"),
  );
  const repeats = [...records.filter(repeated), ...read].map((each) => each.turn);
  const joined = inARow(repeats, turn, state) || inARow(repeats, turn - 1, state);
  return joined ? REPEATED : undefined;
}

const REPEATED = {
  outcome: "failed",
  why: `the narrator repeated itself ${REPETITIONS_THAT_END} turns in a row`,
} as const;

const repeated = ({ issues }: { issues: readonly Issue[] }) =>
  issues.some(({ type }) => type === "repetition");

/** In a branch only its own turns count. */
function inARow(turns: readonly number[], last: number, { branchedFrom }: SessionState): boolean {
  const own = new Set(turns.filter((turn) => turn > (branchedFrom?.turn ?? 0)));
  return Array.from({ length: REPETITIONS_THAT_END }, (_, back) => last - back).every((turn) =>
    own.has(turn),
  );
}
