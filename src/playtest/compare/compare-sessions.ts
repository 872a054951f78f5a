/** Sessions or branches side by side: what each lost and where they differ. Facts, no test. */
import type {
  ComparedSession,
  Episode,
  Points,
  SessionComparison,
  SessionResult,
  TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { publicPart } from "../agents/index.ts";
import { measureSession } from "../metrics/index.ts";
import { houseCaution, isHouse } from "../report/index.ts";
import type { SessionState, TurnRange } from "../session/index.ts";
import { configDifferences } from "./config-differences.ts";
import { commonPast } from "./session-identity.ts";
import { sessionsVerdict, type ComparedFacts } from "./sessions-verdict.ts";

/** A session and its result, as its own page and report show it. */
export type Compared = { dir: string; state: SessionState; result: SessionResult };

/** `command`: how to call Rehearse. */
export function compareSessions(
  compared: readonly Compared[],
  { command = "rehearse" }: { command?: string } = {},
): SessionComparison {
  const states = compared.map(({ state }) => state);
  requireOneTable(compared);
  const branchPoint = branchPointOf(states);
  const shared = branchPoint === null ? undefined : sharedTurns(states, branchPoint);
  const sessions = compared.map(({ dir, state, result }) => ({
    sessionId: state.sessionId,
    dir,
    outcome: result.outcome,
    branchedFrom: state.branchedFrom ?? null,
    ...(shared
      ? partOf(state, { turns: shared, cut: isCut(states), points: pointsOf(result) })
      : wholeOf(state, result)),
  }));
  const facts = {
    sessions,
    branchPoint,
    differs: configDifferences(states.map(({ config }) => config)),
    firstDifference: firstDifference(states),
    turns: turnsApart(
      states,
      sessions.flatMap(({ issues }) => issues),
    ),
  };
  const caution = houseCaution(compared.map(({ result }) => result.models));
  const known = compared.map(({ state, result }) => ({
    config: state.config,
    isRecorded: result.totals.all.recorded !== undefined,
    isScripted: isHouse(result.models.narrator),
  }));
  return { verdict: sessionsVerdict(facts, { known, caution, command }), ...facts };
}

type Scored = Pick<ComparedSession, "turns" | "score" | "beats" | "untold" | "issues">;

/** `cut`: another session has more turns, so in none of them is the last one the end. */
function partOf(
  state: SessionState,
  options: { turns: TurnRange; cut: boolean; points?: Points | undefined },
): Scored {
  const { turns } = options;
  const { metrics, episodes } = measureSession(state, options);
  const { detected: told, expected } = metrics.pulses;
  return { turns, score: metrics.score, beats: { told, expected }, issues: episodes };
}

/** The same numbers as in its own result. */
function wholeOf(state: SessionState, { metrics, pulses, issues }: SessionResult): Scored {
  const { detected: told, expected, untold } = pulses;
  return {
    turns: { from: (state.branchedFrom?.turn ?? 0) + 1, to: state.turn },
    score: (metrics ?? measureSession(state).metrics).score,
    beats: { told, expected },
    untold,
    issues,
  };
}

const isCut = (states: readonly SessionState[]): boolean =>
  states.some(({ turn }) => turn !== states[0]!.turn);

const pointsOf = ({ metrics }: SessionResult): Points | undefined => metrics?.score.points;

function requireOneTable(compared: readonly Compared[]): void {
  const tables = new Set(
    compared.flatMap(({ result }) => {
      const points = pointsOf(result);
      return points ? [JSON.stringify(Object.entries(points).toSorted())] : [];
    }),
  );
  if (tables.size > 1)
    throw new HarnessError({
      code: "not-comparable",
      message:
        "These sessions were scored with different tables of points, so their scores cannot be compared.",
      remedy: "Compare sessions that were scored with the same `points` setting.",
    });
}

/** By what was said, not by ids: folders are renamed, and a branch of a branch names only its parent. */
function branchPointOf(states: readonly SessionState[]): number | null {
  const last = Math.max(0, ...states.map(({ branchedFrom }) => branchedFrom?.turn ?? 0));
  return Math.min(last, commonPast(states)) || null;
}

function sharedTurns(states: readonly SessionState[], branchPoint: number): TurnRange {
  const to = Math.min(...states.map(({ turn }) => turn));
  if (to > branchPoint) return { from: branchPoint + 1, to };
  throw new HarnessError({
    code: "not-comparable",
    message: `These sessions are the same up to turn ${branchPoint}, and not all of them have a later turn.`,
    remedy: "Play at least one turn after the branch point in each.",
  });
}

/** In any of their words. */
const firstDifference = (states: readonly SessionState[]): number | null =>
  Array.from({ length: Math.min(...states.map(({ records }) => records.length)) }, (_, index) =>
    states.map(({ records }) => records[index]!),
  ).find((records) => new Set(records.map(wordsIn)).size > 1)?.[0]!.turn ?? null;

const wordsIn = ({ narrator, players, relay }: TurnRecord): string =>
  JSON.stringify([narrator.text, players.map(({ says, wants }) => [says, wants]), relay?.text]);

const SHOWN_TURNS = 6;

/** What every player heard, and what the group answered. If many turns differ: the first, and those with a problem. */
function turnsApart(states: readonly SessionState[], issues: readonly Episode[]): ComparedFacts["turns"] {
  const apart = Array.from({ length: Math.min(...states.map(({ records }) => records.length)) }, (_, index) =>
    states.map(({ records }) => records[index]!),
  )
    .map((records) => ({
      turn: records[0]!.turn,
      narrations: records.map(({ narrator, classification }) => publicPart(narrator.text, classification)),
      relays: records.map(({ relay }) => relay?.text ?? ""),
    }))
    .filter(({ narrations }) => new Set(narrations).size > 1);
  if (apart.length <= SHOWN_TURNS) return apart;
  const told = new Set(issues.map(({ turn }) => turn));
  return apart.filter(({ turn }, at) => at === 0 || told.has(turn)).slice(0, SHOWN_TURNS);
}
