/** A matrix in public numbers: its verdict is made again from public rows, without gates, quotes or any words of models. */
import type {
  ExperimentCard,
  MatrixCard,
  MatrixRow,
  MatrixRowPage,
  MatrixView,
} from "../../contract/index.ts";
import {
  compareVariants,
  EMBEDDED,
  isHouseCaution,
  matrixVerdict,
  meanOverall,
  provisionalOf,
  rankingsOf,
} from "../../playtest/index.ts";
import { publicByKind, publicOnes } from "./public-metrics.ts";

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
  score,
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
  // Groups stay apart without it: it may be a word of the author's.
  seed: pair,
  outcome,
  why: "",
  metrics: publicOnes(metrics),
  score: score && publicScore(score),
  cost,
  atMost,
  unpriced,
  durationMs,
});

const publicScore = ({
  overall,
  completion,
  craft,
  judge,
  pointsLost,
  byKind,
}: NonNullable<MatrixRow["score"]>): MatrixRow["score"] => ({
  overall,
  completion,
  craft,
  ...(judge !== undefined && { judge }),
  pointsLost,
  byKind: publicByKind(byKind),
});

/** Everything derived from the rows is recomputed from the exported `rows`. */
export function publicMatrix(
  view: MatrixView,
  { id, rows: all }: { id: string; rows: readonly Row[] },
): MatrixView {
  const rows = all.map(publicRow);
  const provisional = provisionalOf(rows);
  const { config, totalCost } = view;
  const parts = {
    ...(provisional && { provisional }),
    comparisons: {
      prompts: provisional ? [] : compareVariants(rows, { by: "prompt" }),
      narrators: provisional ? [] : compareVariants(rows, { by: "narrator" }),
    },
    gates: [],
    rankings: rankingsOf(rows),
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
  };
  const caution = view.verdict.cautions.some(isHouseCaution) ? EMBEDDED : undefined;
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
    },
    seed: "",
    aggregates: { byStory: {}, byPrompt: {}, byModel: {} },
    notes: [],
    totalCost,
    totalAtMost: view.totalAtMost,
    totalUnpriced: view.totalUnpriced,
    totalDuration: view.totalDuration,
    unfinished: view.unfinished,
    ...parts,
    verdict: {
      ...matrixVerdict({ ...parts, rows }, { dir: id, caution, cost: `$${totalCost.toFixed(2)}` }),
      next: [],
    },
    stories: [...view.stories],
    done: view.done,
    planned: view.planned,
    live: view.live,
  };
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
  overall: meanOverall(rows),
  cost,
  live,
});

/** The same in the list of experiments. Without the reason why it cannot be read, which names files. */
export const publicExperiment = (
  { kind, id, at, title, progress: { done, planned, unit }, failed, cost, unpriced, live }: ExperimentCard,
  { verdict: { outcome, headline } }: Pick<MatrixView, "verdict">,
): ExperimentCard => ({
  kind,
  id,
  at,
  title,
  verdict: { outcome, headline },
  progress: { done, planned, unit },
  failed,
  cost,
  unpriced,
  live,
});
