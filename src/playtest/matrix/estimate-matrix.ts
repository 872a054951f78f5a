import type { MatrixPlan, PlannedSession, SessionConfig } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { estimateCost, type CostEstimate } from "../play/index.ts";
import { estimateTime, type PlayedOnPaper } from "./estimate-time.ts";
import { plannedConfig } from "./plan-matrix.ts";

type Range = { low: number; high: number };
export type NarratorEstimate = {
  narrator: string;
  sessions: number;
  calls: Range;
  /** USD of everything whose price is known. */ known: Range;
  /** In the middle of that, by ratio: as far from either end. */ likely: number;
  /** USD; null where a price is unknown. */ total: Range | null;
};
export type MatrixEstimate = {
  sessions: number;
  calls: Range;
  known: Range;
  likely: number;
  total: Range | null;
  byNarrator: NarratorEstimate[];
  /** Milliseconds, at the limits that are set. */
  time: Range;
  /** What was played on paper to know it; the others are taken to be like those. */
  played: number;
  because: string[];
};

/** A play on paper takes a good half of a second; beside the width of the range, more stories would tell little. */
const MOST_PLAYS = 3;

/**
 * What a matrix will probably cost. Some stories are played on paper once with each narrator, with a group of the usual
 * size, and what players cost is scaled to the groups that were drawn.
 */
export async function estimateMatrix(
  harness: Harness,
  plan: MatrixPlan,
  { concurrency }: { concurrency: number },
): Promise<MatrixEstimate> {
  const plays: Array<PlayedOnPaper & { narrator: string }> = [];
  for (const part of partsOf(harness, plan))
    plays.push({ narrator: part.narrator, ...(await playOnce(harness, plan, part)) });
  const byNarrator = [...Map.groupBy(plays, ({ narrator }) => narrator)].map(([narrator, own]) => ({
    narrator,
    ...addUp(own),
  }));
  return {
    ...addUp(plays),
    byNarrator,
    time: estimateTime(plays, { concurrency, harness }),
    played: plays.length,
    because: because(plays, harness),
  };
}

/** Where the width of the range comes from. */
function because(plays: readonly PlayedOnPaper[], { catalog }: Harness): string[] {
  const models = [...new Set(plays.flatMap(({ byRole }) => byRole.map(({ model }) => model)))].map((model) =>
    catalog.resolve(model),
  );
  const thinking = models.filter(({ thinkingRoom }) => thinkingRoom > 0).map(({ label }) => label);
  return [
    "how often groups stray is not known before, and each turn sends the story so far again",
    "terse or talkative replies",
    ...(models.some(({ price }) => price?.cacheRead !== undefined)
      ? ["how much of that comes from prompt caches"]
      : []),
    ...(thinking.length === 0
      ? []
      : [`${thinking.join(", ")} may think before each reply, which is billed as output`]),
  ];
}

type Part = {
  narrator: string;
  sessions: PlannedSession[];
  /** So many does each of them stand for. */ weight: number;
  /** Players of a group, on average over the narrator's sessions. */ size: number;
};

/** One part for each story and narrator; where these are too many, some stories of each narrator stand for all. */
function partsOf(harness: Harness, plan: MatrixPlan): Part[] {
  const {
    sessions,
    config: { narratorModels },
  } = plan;
  const most = Math.max(1, Math.floor(MOST_PLAYS / narratorModels.length));
  // Every narrator meets the same groups.
  const groups = groupsOf(harness, plan, sessions);
  const size = groups.reduce((sum, { group }) => sum + group.size, 0) / groups.length;
  return [...Map.groupBy(sessions, ({ narrator }) => narrator)].flatMap(([narrator, own]) => {
    const stories = [...Map.groupBy(own, ({ story }) => story).values()];
    const chosen =
      stories.length <= most
        ? stories
        : Array.from({ length: most }, (_, at) => stories[Math.floor(((at + 0.5) * stories.length) / most)]!);
    const weight = own.length / chosen.reduce((sum, each) => sum + each.length, 0);
    return chosen.map((each) => ({ narrator, sessions: each, weight, size }));
  });
}

/** Those of the first sessions: more are like them. */
const groupsOf = (harness: Harness, plan: MatrixPlan, sessions: readonly PlannedSession[]): SessionConfig[] =>
  [...new Map(sessions.map((session) => [session.pair, session])).values()]
    .slice(0, 50)
    .map((session) => plannedConfig(harness, plan, session));

async function playOnce(
  harness: Harness,
  plan: MatrixPlan,
  { sessions, weight, size }: Part,
): Promise<PlayedOnPaper> {
  const usual = groupsOf(harness, plan, sessions).reduce((best, config) =>
    Math.abs(config.group.size - size) < Math.abs(best.group.size - size) ? config : best,
  );
  const { byRole } = await estimateCost(withLongestPrompt(usual, plan), harness.catalog);
  return {
    sessions: sessions.length * weight,
    byRole: byRole.map((row) => (row.role === "player" ? scaled(row, size / usual.group.size) : row)),
  };
}

/** Prompts differ little beside a history; the estimate is on the safe side with the longest. */
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
});

function addUp(plays: readonly PlayedOnPaper[]): Omit<NarratorEstimate, "narrator"> {
  const sum = (of: (row: CostEstimate["byRole"][number]) => Range | null): Range =>
    plays.reduce(
      (all, { byRole, sessions }) =>
        byRole.reduce(
          (total, row) => ({
            low: total.low + (of(row)?.low ?? 0) * sessions,
            high: total.high + (of(row)?.high ?? 0) * sessions,
          }),
          all,
        ),
      { low: 0, high: 0 },
    );
  const calls = sum((row) => row.calls);
  const known = sum(({ usd }) => usd);
  return {
    sessions: Math.round(plays.reduce((total, { sessions }) => total + sessions, 0)),
    calls: { low: Math.round(calls.low), high: Math.round(calls.high) },
    known,
    likely: known.low > 0 ? Math.sqrt(known.low * known.high) : known.high / 2,
    total: plays.every(({ byRole }) => byRole.every(({ usd }) => usd !== null)) ? known : null,
  };
}
