import type { HeatMap, MatrixCard, MatrixView } from "../../contract/index.ts";
import { betterOf, counts, scaleOfMetric, summaryOf, type MetricName } from "../../playtest/index.ts";
import type { OpenMatrix } from "./matrices.ts";
import { JOINT } from "./session-folders.ts";

export function matrixCard({ id, at, live, planned, done, rows }: OpenMatrix): MatrixCard {
  const each = (key: "story" | "prompt" | "narrator") => [...new Set(rows.map((row) => row[key]))];
  return { id, at, planned, done, failed: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed").length, stories: each("story"), prompts: each("prompt"), narrators: each("narrator"), overall: summaryOf(rows, "overall").mean, cost: rows.reduce((sum, { cost }) => sum + cost, 0), live };
}

export function matrixView(matrix: OpenMatrix): MatrixView {
  const { rows: _rows, ...outcome } = matrix.outcome();
  const { planned, done, live } = matrix;
  return { ...outcome, planned, done, live };
}

/** A cell for every story × prompt × narrator, with the sessions behind it. Those that players broke are in no cell. */
export function heatMap({ id, rows }: OpenMatrix, metric: MetricName): HeatMap {
  const cells = [...Map.groupBy(rows, ({ story, prompt, narrator }) => JSON.stringify([story, prompt, narrator])).values()].map((same) => {
    const { story, prompt, narrator } = same[0]!;
    const values = same.filter(counts).flatMap(({ sessionId, metrics }) => (metrics[metric] == null ? [] : [{ session: `${id}${JOINT}${sessionId}`, value: metrics[metric] }]));
    return { story, prompt, narrator, ...summaryOf(same, metric), values };
  });
  return { metric, better: betterOf(metric), scale: scaleOfMetric(metric), cells };
}
