import type { Classification, Issue, TurnRecord } from "../../contract/index.ts";
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
  if (issues.some(({ kind, severity }) => kind === "breakdown" && severity === "error"))
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

/** A session with --stop-on ends at the first problem of these kinds. A branch does not count its parent's. */
export function stoppedBy(
  { config, branchedFrom }: Pick<SessionState, "config" | "branchedFrom">,
  issues: readonly Issue[],
): TurnRecord["ending"] {
  const found = issues.find(
    ({ kind, turn }) => config.stopOn?.includes(kind) && turn > (branchedFrom?.turn ?? 0),
  );
  return found && { outcome: "failed", why: `stopped at the first ${found.kind} (turn ${found.turn})` };
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
