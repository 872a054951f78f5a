import type { Damage, HeatMap, MatrixCard, MatrixRow, MatrixView } from "../../contract/index.ts";
import { betterOf, counts, scaleOfMetric, summaryOf, type MetricName } from "../../playtest/index.ts";
import type { OpenMatrix } from "./matrices.ts";
import { sessionId as idOf } from "./session-folders.ts";

export function matrixCard({ id, at, live, planned, done, rows, damage }: OpenMatrix): MatrixCard {
  const each = (key: "story" | "prompt" | "narrator") => [...new Set(rows.map((row) => row[key]))];
  return {
    id,
    at,
    planned,
    done,
    failed: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed").length,
    stories: each("story"),
    prompts: each("prompt"),
    narrators: each("narrator"),
    overall: summaryOf(rows, "overall").mean,
    cost: rows.reduce((sum, { cost }) => sum + cost, 0),
    live,
    ...(damage.length > 0 && { damage: [...damage] }),
  };
}

export async function matrixView(matrix: OpenMatrix): Promise<MatrixView> {
  const { rows: _rows, rankings, failures, ...outcome } = await matrix.outcome();
  const { planned, done, live, damage } = matrix;
  return {
    ...outcome,
    rankings: { best: rowViews(matrix, rankings.best), worst: rowViews(matrix, rankings.worst) },
    failures: rowViews(matrix, failures),
    planned,
    done,
    live,
    ...(damage.length > 0 && { damage: [...damage] }),
  };
}

/** With the ids that their sessions are asked for by. */
export const rowViews = ({ id }: OpenMatrix, rows: readonly MatrixRow[]) =>
  rows.map((row) => ({ ...row, session: idOf(row.sessionId, { kind: "matrix", id }) }));

/** One whose plan cannot be read, among the others. */
export const damagedMatrixCard = (id: string, damage: Damage): MatrixCard => ({
  id,
  at: null,
  planned: 0,
  done: 0,
  failed: 0,
  stories: [],
  prompts: [],
  narrators: [],
  overall: null,
  cost: 0,
  live: false,
  damage: [damage],
});

/** A cell for every story × prompt × narrator, with the sessions behind it. Those that players broke are in no cell. */
export function heatMap({ id, rows }: Pick<OpenMatrix, "id" | "rows">, metric: MetricName): HeatMap {
  const cells = [
    ...Map.groupBy(rows, ({ story, prompt, narrator }) => JSON.stringify([story, prompt, narrator])).values(),
  ].map((same) => {
    const { story, prompt, narrator } = same[0]!;
    const values = same
      .filter(counts)
      .flatMap(({ sessionId, metrics }) =>
        metrics[metric] == null
          ? []
          : [{ session: idOf(sessionId, { kind: "matrix", id }), value: metrics[metric] }],
      );
    return { story, prompt, narrator, ...summaryOf(same, metric), values };
  });
  return { metric, better: betterOf(metric), scale: scaleOfMetric(metric), cells };
}
