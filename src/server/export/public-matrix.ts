/** A matrix in public numbers: without those of private moments and wishes, and without any words. */
import {
  sessionOutcome,
  type ExperimentCard,
  type MatrixCard,
  type MatrixRowPage,
  type MatrixView,
  type MetricSummary,
  type Recommendation,
  type VariantStanding,
  type VariantSummary,
} from "../../contract/index.ts";
import {
  cellsOf,
  decideLines,
  rankingsOf,
  recommendUnfinished,
  recommendVariants,
  standingsOf,
  summariesOf,
  summaryOf,
  unlessHouse,
  type MetricName,
} from "../../playtest/index.ts";
import { hidden, isPublic } from "./public-experiment.ts";
import { publicOnes } from "./public-metrics.ts";

type Row = MatrixRowPage["rows"][number];

export const publicRow = ({
  session,
  sessionId,
  story,
  prompt,
  narrator,
  pair,
  outcome,
  metrics,
  cost,
  atMost,
  unpriced,
  durationMs,
}: Row): Row => ({
  session,
  sessionId,
  story,
  prompt,
  narrator,
  pair,
  seed: "",
  outcome,
  why: "",
  metrics: publicOnes(metrics),
  cost,
  atMost,
  unpriced,
  durationMs,
});

/** Everything derived from the rows is recomputed from the exported `rows`. */
export function publicMatrix(
  view: MatrixView,
  { id, rows }: { id: string; rows: readonly Row[] },
): MatrixView {
  const { config } = view;
  // The primary metric must be public.
  const primary = isPublic(config.primaryMetric) ? (config.primaryMetric as MetricName) : "overall";
  const [rankings, summarised, standings] = [
    rankingsOf(rows, primary),
    summariesOf(rows, primary),
    standingsOf(rows, primary),
  ];
  const shown = {
    prompts: standings.prompts.map(publicStanding),
    narrators: standings.narrators.map(publicStanding),
  };
  return {
    version: view.version,
    matrixId: view.matrixId,
    dir: id,
    config: {
      stories: [...config.stories],
      systemPrompts: Object.fromEntries(Object.keys(config.systemPrompts).map((name) => [name, name])),
      narratorModels: [...config.narratorModels],
      sessionsPerCombination: config.sessionsPerCombination,
      maxTurnsPerSession: config.maxTurnsPerSession,
      primaryMetric: primary,
    },
    seed: "",
    aggregates: { byStory: {}, byPrompt: {}, byModel: {} },
    notes: [],
    rankings: { best: rankings.best.map(publicRow), worst: rankings.worst.map(publicRow) },
    failures: rows
      .filter(({ session }) => view.failures.some((failed) => failed.session === session))
      .map(publicRow),
    totalCost: view.totalCost,
    totalAtMost: view.totalAtMost,
    totalUnpriced: view.totalUnpriced,
    totalDuration: view.totalDuration,
    house: view.house,
    unfinished: view.unfinished,
    summaries: {
      byStory: summaries(summarised.byStory),
      byPrompt: summaries(summarised.byPrompt),
      byModel: summaries(summarised.byModel),
    },
    cells: cellsOf(rows, primary).map(({ story, prompt, narrator, n, mean, interval }) => ({
      story,
      prompt,
      narrator,
      n,
      mean,
      interval: span(interval),
    })),
    standings: shown,
    done: view.done,
    planned: view.planned,
    live: view.live,
    explained: {
      changes: [],
      decides: isPublic(config.primaryMetric)
        ? decideLines({ standings: shown, rows: [...rows], config: { ...config, primaryMetric: primary } })
        : [],
    },
    recommendation: publicRecommendation(view, { standings: shown, rows, primary }),
  };
}

/** From the public numbers: the stored one may rest on a metric that is not public, or on a baseline. */
function publicRecommendation(
  { done, planned, live, house, config }: MatrixView,
  { standings, rows, primary }: { standings: MatrixView["standings"]; rows: readonly Row[]; primary: string },
): Recommendation {
  if (done < planned)
    return { is: "unfinished", says: recommendUnfinished({ done, planned }, { at: "", live }).says };
  // A verdict on another metric was not registered beforehand.
  if (!isPublic(config.primaryMetric)) return hidden("The primary metric");
  const told = recommendVariants({
    standings,
    rows: [...rows],
    config: { ...config, primaryMetric: primary },
  });
  return { ...told, is: unlessHouse(told.is, house !== null) };
}

export const publicMatrixCard = (
  { id, at, planned, done, failed, stories, prompts, narrators, cost, live }: MatrixCard,
  rows: readonly Row[],
): MatrixCard => ({
  id,
  at,
  planned,
  done,
  failed,
  stories: [...stories],
  prompts: [...prompts],
  narrators: [...narrators],
  overall: summaryOf(rows, "overall").mean,
  cost,
  live,
});

/** The same in the list of experiments. Without the reason why it cannot be read, which names files. */
export const publicExperiment = (
  { kind, id, at, title, progress: { done, planned, unit }, failed, cost, unpriced, live }: ExperimentCard,
  { recommendation: { is, says } }: Pick<MatrixView, "recommendation">,
): ExperimentCard => ({
  kind,
  id,
  at,
  title,
  recommendation: { is, says },
  progress: { done, planned, unit },
  failed,
  cost,
  unpriced,
  live,
});

const span = (interval: MetricSummary["interval"]): MetricSummary["interval"] =>
  interval && { low: interval.low, high: interval.high };
const ends = [...sessionOutcome.options, "crashed"];

const publicSummary = ({
  sessions,
  outcomes,
  cost,
  metrics,
}: Omit<VariantSummary, "name">): VariantSummary => ({
  sessions,
  outcomes: Object.fromEntries(
    ends.flatMap((end) => (Object.hasOwn(outcomes, end) ? [[end, outcomes[end]!]] : [])),
  ),
  cost,
  metrics: Object.fromEntries(
    Object.entries(publicOnes(metrics)).map(([name, { n, mean, interval }]) => [
      name,
      { n, mean, interval: span(interval) },
    ]),
  ),
});
const summaries = (of: Readonly<Record<string, VariantSummary>>): Record<string, VariantSummary> =>
  Object.fromEntries(Object.entries(of).map(([name, summary]) => [name, publicSummary(summary)]));

const publicStanding = ({ name, comparison, ...summary }: VariantStanding): VariantStanding => ({
  ...publicSummary(summary),
  name,
  comparison: comparison && {
    pairs: comparison.pairs,
    alone: comparison.alone,
    speaksFor: comparison.speaksFor,
    difference: comparison.difference,
    interval: span(comparison.interval),
    effectSize: comparison.effectSize,
    p: comparison.p,
    verdict: comparison.verdict,
    others: comparison.others.flatMap(({ metric, difference, p, verdict }) =>
      isPublic(metric) ? [{ metric, difference, p, verdict }] : [],
    ),
    ...(comparison.note !== undefined && { note: comparison.note }),
  },
});
