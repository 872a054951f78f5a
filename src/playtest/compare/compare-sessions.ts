/** Sessions or branches side by side: what each lost and where they differ. Facts, no test. */
import type {
  ComparedSession,
  Points,
  SessionComparison,
  SessionResult,
  TurnRecord,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { measureSession } from "../metrics/index.ts";
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
  const facts = {
    sessions: compared.map(({ dir, state, result }) => ({
      sessionId: state.sessionId,
      dir,
      outcome: result.outcome,
      branchedFrom: state.branchedFrom ?? null,
      ...(shared ? partOf(state, { turns: shared, points: pointsOf(result) }) : wholeOf(state, result)),
    })),
    branchPoint,
    differs: configDifferences(states.map(({ config }) => config)),
    firstDifference: firstDifference(states),
  };
  const house = compared.some(({ result }) => result.house);
  const configs = states.map(({ config }) => config);
  return { verdict: sessionsVerdict(facts, { configs, house, command }), ...facts };
}

type Scored = Pick<ComparedSession, "turns" | "score" | "beats" | "untold" | "issues">;

function partOf(
  state: SessionState,
  { turns, points }: { turns: TurnRange; points?: Points | undefined },
): Scored {
  const { metrics, episodes } = measureSession(state, { turns, points });
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

function firstDifference(states: readonly SessionState[]): ComparedFacts["firstDifference"] {
  const length = Math.min(...states.map(({ records }) => records.length));
  for (let index = 0; index < length; index++) {
    for (const [where, say] of parts) {
      const said = states.map((state, session) => ({ session, text: say(state.records[index]!, state) }));
      const versions = [...Map.groupBy(said, ({ text }) => text)].map(([text, same]) => ({
        sessions: same.map(({ session }) => session),
        text,
      }));
      if (versions.length > 1) return { turn: states[0]!.records[index]!.turn, where, versions };
    }
  }
  return null;
}

type Where = NonNullable<ComparedFacts["firstDifference"]>["where"];

const parts: Array<[Where, (record: TurnRecord, state: SessionState) => string]> = [
  ["narrator", ({ narrator }) => narrator.text],
  [
    "players",
    ({ players }, { config }) =>
      players
        .map(({ seat, says, wants }) => `${config.group.players[seat]!.name}: ${says} (wants: ${wants})`)
        .join("\n"),
  ],
  ["relay", ({ relay }) => relay?.text ?? ""],
];
