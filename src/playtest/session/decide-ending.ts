import type { Classification, Issue, TurnRecord } from "../../contract/index.ts";
import { LONGEST_OUTPUT } from "../classify/index.ts";
import type { SessionState } from "./apply-turn.ts";

/** Repetitions in a row after which players would give up. */
const REPETITIONS_THAT_END = 3;

/** A session ends when the story is concluded, breaks down, loops or runs out of turns. */
export function decideEnding({
  state,
  turn,
  classification,
  text,
  issues,
}: {
  state: SessionState;
  turn: number;
  classification: Classification;
  text: string;
  issues: readonly Issue[];
}): TurnRecord["ending"] {
  if (text.length > LONGEST_OUTPUT)
    return {
      outcome: "failed",
      why: `the narrator's output has ${text.length} characters, too many to continue from`,
    };
  if (issues.some(({ kind, severity }) => kind === "breakdown" && severity === "error"))
    return { outcome: "failed", why: "the narration broke down" };
  // However early it comes, an announced end is the end.
  if (classification.concluded) return { outcome: "completed", why: "the story reached its end" };
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

const REPEATED = {
  outcome: "failed",
  why: `the narrator repeated itself ${REPETITIONS_THAT_END} turns in a row`,
} as const;

const repeated = ({ issues }: { issues: readonly Issue[] }) => issues.some(({ kind }) => kind === "loop");

/** In a branch only its own turns count. */
function inARow(turns: readonly number[], last: number, { branchedFrom }: SessionState): boolean {
  const own = new Set(turns.filter((turn) => turn > (branchedFrom?.turn ?? 0)));
  return Array.from({ length: REPETITIONS_THAT_END }, (_, back) => last - back).every((turn) =>
    own.has(turn),
  );
}
