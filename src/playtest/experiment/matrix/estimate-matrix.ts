/** Estimates the cost and duration of a matrix. */
import type { MatrixPlan, PlannedSession, SessionConfig } from "../../../contract/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { atTurnLimit, estimateCost, type CostEstimate, type TurnLimitEstimate } from "../../play/index.ts";
import { plannedConfig } from "./plan-matrix.ts";

type Range = { low: number; high: number };
type NarratorEstimate = {
  narrator: string;
  sessions: number;
  calls: Range;
  /** USD of all calls with a known price. */ known: Range;
  /** The geometric mean of that range; half of it if it starts at 0. */ likely: number;
  /** USD; null if a price is unknown. */ total: Range | null;
  /** If every session runs to its last turn. */ atTurnLimit: TurnLimitEstimate;
};
export type MatrixEstimate = {
  sessions: number;
  calls: Range;
  known: Range;
  likely: number;
  total: Range | null;
  atTurnLimit: TurnLimitEstimate;
  byNarrator: NarratorEstimate[];
  /** Milliseconds, within the configured limits. */
  time: Range;
  because: string[];
};

/** Estimates each story once with each narrator and a group of about average size, scaled to the drawn groups. */
export function estimateMatrix(
  harness: Harness,
  plan: MatrixPlan,
  { concurrency }: { concurrency: number },
): MatrixEstimate {
  // Every narrator has the same groups.
  const groups = groupsOf(harness, plan, plan.sessions);
  const size = groups.reduce((sum, { group }) => sum + group.size, 0) / groups.length;
  const parts = [
    ...Map.groupBy(plan.sessions, ({ narrator, story }) => `${narrator}\n${story}`).values(),
  ].map((sessions) => ({
    narrator: sessions[0]!.narrator,
    ...estimatePart(harness, plan, { sessions, size }),
  }));
  const byNarrator = [...Map.groupBy(parts, ({ narrator }) => narrator)].map(([narrator, own]) => ({
    narrator,
    ...addUp(own, plan),
  }));
  return {
    ...addUp(parts, plan),
    byNarrator,
    time: estimateTime(parts, { concurrency, harness }),
    because: parts[0]!.because,
  };
}

/** The groups of the first sessions; the others are similar. */
const groupsOf = (harness: Harness, plan: MatrixPlan, sessions: readonly PlannedSession[]): SessionConfig[] =>
  [...new Map(sessions.map((session) => [session.pair, session])).values()]
    .slice(0, 50)
    .map((session) => plannedConfig(harness, plan, session));

function estimatePart(
  harness: Harness,
  plan: MatrixPlan,
  {
    sessions,
    size,
  }: { sessions: readonly PlannedSession[]; /** Mean number of players per group. */ size: number },
): PartEstimate & Pick<CostEstimate, "because"> {
  const usual = groupsOf(harness, plan, sessions).reduce((best, config) =>
    Math.abs(config.group.size - size) < Math.abs(best.group.size - size) ? config : best,
  );
  const { byRole, because } = estimateCost(withLongestPrompt(usual, plan), harness.catalog);
  return {
    sessions: sessions.length,
    byRole: byRole.map((row) => (row.role === "player" ? scaled(row, size / usual.group.size) : row)),
    because,
  };
}

/** Prompts differ little compared with the history. The longest gives a safe estimate. */
const withLongestPrompt = (config: SessionConfig, { prompts }: MatrixPlan): SessionConfig => ({
  ...config,
  systemPrompt: Object.values(prompts).reduce((longest, text) =>
    text.length > longest.length ? text : longest,
  ),
});

const times = ({ low, high }: Range, by: number): Range => ({ low: low * by, high: high * by });
const scaled = (row: CostEstimate["byRole"][number], by: number): CostEstimate["byRole"][number] => ({
  ...row,
  calls: times(row.calls, by),
  usd: row.usd && times(row.usd, by),
  atTurnLimit: {
    calls: row.atTurnLimit.calls * by,
    usd: row.atTurnLimit.usd === null ? null : row.atTurnLimit.usd * by,
  },
});

function addUp(plays: readonly PartEstimate[], { config }: MatrixPlan): Omit<NarratorEstimate, "narrator"> {
  const rows = plays.flatMap(({ byRole, sessions }) => byRole.map((row) => scaled(row, sessions)));
  const sum = (of: (row: CostEstimate["byRole"][number]) => Range | null): Range =>
    rows.reduce(
      (total, row) => ({ low: total.low + (of(row)?.low ?? 0), high: total.high + (of(row)?.high ?? 0) }),
      { low: 0, high: 0 },
    );
  const most = atTurnLimit(rows);
  const calls = sum((row) => row.calls);
  const known = sum(({ usd }) => usd);
  return {
    sessions: Math.round(plays.reduce((total, { sessions }) => total + sessions, 0)),
    calls: { low: Math.round(calls.low), high: Math.round(calls.high) },
    known,
    likely: known.low > 0 ? Math.sqrt(known.low * known.high) : known.high / 2,
    total: rows.every(({ usd }) => usd !== null) ? known : null,
    atTurnLimit: {
      limit: "maxTurns",
      turns: config.maxTurnsPerSession,
      ...most,
      calls: Math.round(most.calls),
    },
  };
}

type End = keyof Range;
/** Sessions of one story and narrator, with the calls of one of them. */
type PartEstimate = { sessions: number; byRole: CostEstimate["byRole"] };

/** Time to the first token and speed of a reply. Both vary between vendors and days. */
const FIRST_WORD_MS: Range = { low: 500, high: 2_500 };
const TOKENS_PER_SECOND: Range = { low: 150, high: 60 };
/** Embedded models answer at once. This is the overhead around them. */
const EMBEDDED_MS: Range = { low: 2, high: 15 };
/** Concurrent calls to a vendor without a limit in `limits`. */
const USUAL_IN_FLIGHT = 8;

/**
 * The duration is that of its concurrent sessions, or that of the busiest vendor if its limits slow the sessions down.
 * Refusals and retries are not included.
 */
function estimateTime(
  plays: readonly PartEstimate[],
  { concurrency, harness }: { concurrency: number; harness: Harness },
): Range {
  return { low: timeAt("low"), high: timeAt("high") };

  function timeAt(end: End): number {
    const sessions = plays.reduce((sum, play) => sum + play.sessions, 0);
    const alone = plays.map((play) => ({ count: play.sessions, ms: sessionMs(play, end) }));
    const inBatches =
      alone.reduce((sum, { count, ms }) => sum + count * ms, 0) / Math.min(concurrency, sessions);
    return Math.max(inBatches, ...alone.map(({ ms }) => ms), ...lanesAt(end));
  }

  /** The calls of a session are sequential, except those of players. */
  function sessionMs({ byRole }: PartEstimate, end: End): number {
    const players = byRole.filter(({ role }) => role === "player").map((row) => rowMs(row, end));
    return byRole
      .filter(({ role }) => role !== "player")
      .reduce((sum, row) => sum + rowMs(row, end), Math.max(0, ...players));
  }

  function lanesAt(end: End): number[] {
    const lanes = new Map<string, { calls: number; ms: number }>();
    for (const { sessions, byRole } of plays) {
      for (const row of byRole) {
        for (const lane of [harness.catalog.resolve(row.model).provider, row.model]) {
          const { calls, ms } = lanes.get(lane) ?? { calls: 0, ms: 0 };
          lanes.set(lane, { calls: calls + row.calls[end] * sessions, ms: ms + rowMs(row, end) * sessions });
        }
      }
    }
    return [...lanes].map(([lane, { calls, ms }]) => {
      const set = harness.settings.limits[lane];
      const inFlight =
        set?.concurrency ?? (lane === "house" ? 1 : lane.includes("/") ? Infinity : USUAL_IN_FLIGHT);
      return Math.max(
        ms / inFlight,
        set?.callsPerMinute === undefined ? 0 : (calls / set.callsPerMinute) * 60_000,
        calls * (set?.spacingMs ?? 0),
      );
    });
  }

  function rowMs({ model, calls, tokens }: CostEstimate["byRole"][number], end: End): number {
    if (harness.catalog.resolve(model).provider === "house") return calls[end] * EMBEDDED_MS[end];
    return calls[end] * FIRST_WORD_MS[end] + (tokens.output[end] / TOKENS_PER_SECOND[end]) * 1_000;
  }
}
