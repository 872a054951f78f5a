import type { Classification, Issue, TurnRecord } from "../../contract/index.ts";
import type { SessionState } from "./session-state.ts";

/** Loops in a row after which nobody would play on. */
const LOOPS_THAT_END = 3;

/** Characters after which an output is no narration: it would be sent to everybody again in every turn. */
const TOO_LONG = 60_000;

/** Stops are named predicates: the story concluded, broke down, went round in circles, or ran out of turns. */
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
      why: `the narrator's output has ${text.length} characters, and nobody can play on from that`,
    };
  if (issues.some(({ type, severity }) => type === "breakdown" && severity === "error"))
    return { outcome: "failed", why: "the narration broke down" };
  // However little came before it: whoever says that this is the end has ended it.
  if (classification.concluded)
    return { outcome: "completed", why: "the narrator told the end of the story" };
  if (loopsInARow(state, turn, issues) >= LOOPS_THAT_END)
    return { outcome: "failed", why: `the narrator repeated itself ${LOOPS_THAT_END} turns in a row` };
  if (turn >= state.config.maxTurns)
    return { outcome: "timeout", why: `${state.config.maxTurns} turns were played without an end` };
  return undefined;
}

function loopsInARow({ records }: SessionState, turn: number, issues: readonly Issue[]): number {
  const looped = (list: readonly Issue[]) => list.some(({ type }) => type === "repetition");
  if (!looped(issues)) return 0;
  let count = 1;
  for (let at = turn - 1; looped(records[at - 1]?.issues ?? []); at--) count++;
  return count;
}
