/** A matrix in numbers that everybody may see: without those of private moments and wishes, and without anybody's words. */
import { sessionOutcome, type HeatMap, type MatrixCard, type MatrixRowPage, type MatrixView, type MetricSummary, type VariantStanding, type VariantSummary } from "../../contract/index.ts";
import { publicMetricNames, publicOnes } from "./public-metrics.ts";

const isPublic = (metric: string): boolean => (publicMetricNames as readonly string[]).includes(metric);

type Row = MatrixRowPage["rows"][number];
export const publicRow = ({ session, sessionId, story, prompt, narrator, pair, outcome, metrics, broken, cost, atMost, unpriced, durationMs }: Row): Row => ({ session, sessionId, story, prompt, narrator, pair, seed: "", outcome, why: "", metrics: publicOnes(metrics), broken, cost, atMost, unpriced, durationMs });

export function publicMatrix(view: MatrixView, id: string): MatrixView {
  const { config } = view;
  // What decides must be something that can be shown.
  const decides = isPublic(config.primaryMetric);
  return {
    version: view.version,
    matrixId: view.matrixId,
    dir: id,
    config: { stories: [...config.stories], systemPrompts: Object.fromEntries(Object.keys(config.systemPrompts).map((name) => [name, name])), narratorModels: [...config.narratorModels], sessionsPerCombination: config.sessionsPerCombination, maxTurnsPerSession: config.maxTurnsPerSession, primaryMetric: decides ? config.primaryMetric : "overall" },
    seed: "",
    aggregates: { byStory: {}, byPrompt: {}, byModel: {} },
    rankings: { best: view.rankings.best.map(publicRow), worst: view.rankings.worst.map(publicRow) },
    failures: view.failures.map(publicRow),
    totalCost: view.totalCost,
    totalAtMost: view.totalAtMost,
    totalUnpriced: view.totalUnpriced,
    totalDuration: view.totalDuration,
    house: view.house,
    leftOut: { broken: view.leftOut.broken, unplayed: view.leftOut.unplayed },
    summaries: { byStory: summaries(view.summaries.byStory), byPrompt: summaries(view.summaries.byPrompt), byModel: summaries(view.summaries.byModel) },
    cells: decides ? view.cells.map(({ story, prompt, narrator, n, mean, interval }) => ({ story, prompt, narrator, n, mean, interval: span(interval) })) : [],
    standings: decides ? { prompts: view.standings.prompts.map(publicStanding), narrators: view.standings.narrators.map(publicStanding) } : { prompts: [], narrators: [] },
    done: view.done,
    planned: view.planned,
    live: view.live,
  };
}

export const publicMatrixCard = ({ id, at, planned, done, failed, stories, prompts, narrators, overall, cost, live }: MatrixCard): MatrixCard => ({ id, at, planned, done, failed, stories: [...stories], prompts: [...prompts], narrators: [...narrators], overall, cost, live });

export const publicHeat = ({ metric, better, scale, cells }: HeatMap): HeatMap => ({ metric, better, scale: [scale[0], scale[1]], cells: cells.map(({ story, prompt, narrator, n, mean, interval, values }) => ({ story, prompt, narrator, n, mean, interval: span(interval), values: values.map(({ session, value }) => ({ session, value })) })) });

const span = (interval: MetricSummary["interval"]): MetricSummary["interval"] => interval && { low: interval.low, high: interval.high };
const ends = [...sessionOutcome.options, "crashed"];

const publicSummary = ({ sessions, outcomes, broken, cost, metrics }: Omit<VariantSummary, "name">): VariantSummary => ({
  sessions,
  outcomes: Object.fromEntries(ends.flatMap((end) => (Object.hasOwn(outcomes, end) ? [[end, outcomes[end]!]] : []))),
  broken,
  cost,
  metrics: Object.fromEntries(Object.entries(publicOnes(metrics)).map(([name, { n, mean, interval }]) => [name, { n, mean, interval: span(interval) }])),
});
const summaries = (of: Readonly<Record<string, VariantSummary>>): Record<string, VariantSummary> => Object.fromEntries(Object.entries(of).map(([name, summary]) => [name, publicSummary(summary)]));

const publicStanding = ({ name, comparison, ...summary }: VariantStanding): VariantStanding => ({
  ...publicSummary(summary),
  name,
  comparison: comparison && { pairs: comparison.pairs, alone: comparison.alone, speaksFor: comparison.speaksFor, difference: comparison.difference, interval: span(comparison.interval), effectSize: comparison.effectSize, p: comparison.p, verdict: comparison.verdict, others: comparison.others.flatMap(({ metric, difference, p, verdict }) => (isPublic(metric) ? [{ metric, difference, p, verdict }] : [])), ...(comparison.note !== undefined && { note: comparison.note }) },
});
