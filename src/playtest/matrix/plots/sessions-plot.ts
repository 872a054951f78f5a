import type { MatrixRow } from "../../../contract/index.ts";
import type { MatrixOutcome } from "../matrix-result.ts";
import { isOver } from "../row-now.ts";
import { markOf, outcomeKeys } from "./marks.ts";
import { COLOURS, MOST_ROWS, notShown, variedIn, type Plot } from "./plot.ts";
import { joined, picture, scaleOf, type Row, type Scale } from "./svg.ts";
import { LEVEL, stacked } from "./stacked.ts";

const PADDING = 6;

/** Every session as a mark: a row for each story (and narrator, where prompts are varied too), in it a lane for each variant. */
export function sessionsPlot({ rows, config: { primaryMetric: metric } }: MatrixOutcome): Plot | undefined {
  const scored = rows.filter((row) => isOver(row) && row.metrics[metric] != null);
  if (scored.length === 0) return undefined;
  const [by, apart] = variedIn(rows) as ["prompt" | "narrator", ("narrator" | undefined)?];
  const variants = [...new Set(rows.map((row) => row[by]))];
  const colour = (variant: string) => COLOURS[variants.indexOf(variant) % COLOURS.length]!;
  const scale = scaleOf(scored.map(({ metrics }) => metrics[metric]!));
  const lines = [...Map.groupBy(scored, (row) => JSON.stringify([row.story, apart && row[apart]])).values()];
  const drawn = lines.slice(0, MOST_ROWS).map((own) =>
    rowOf(
      joined([own[0]!.story, ...(apart ? [own[0]![apart]] : [])]),
      variants.map((variant) => own.filter((row) => row[by] === variant)),
      { scale, metric, colour: (row) => colour(row[by]) },
    ),
  );
  const legend = [
    ...(variants.length > 1
      ? variants.map((name) => ({
          name,
          mark: (x: number, y: number) => markOf({ x, y, colour: colour(name) }),
        }))
      : []),
    ...outcomeKeys(scored),
  ];
  const title = `${metric} of every session`;
  const order =
    variants.length > 1 ? ` Within a row the ${by}s lie below each other in the order of the legend.` : "";
  return {
    file: "sessions.svg",
    alt: `${title}, by story`,
    svg: picture({
      title,
      legend,
      caption: `One mark a session; equal ones are stacked.${order}${notShown(lines.length, "more rows")}`,
      rows: drawn,
      scale,
    }),
  };
}

/** A lane is as high as its stacks. */
function rowOf(
  name: string,
  lanes: readonly MatrixRow[][],
  { scale, metric, colour }: { scale: Scale; metric: string; colour: (row: MatrixRow) => string },
): Row {
  const laid = lanes.map((lane) =>
    stacked(lane.map((row) => ({ row, x: Number(scale.at(row.metrics[metric]!)) }))),
  );
  const edges = laid.reduce<number[]>((all, { levels }) => [...all, all.at(-1)! + levels * LEVEL], [PADDING]);
  return {
    name,
    height: Math.max(24, edges.at(-1)! + PADDING),
    draw: (top) =>
      laid.flatMap(({ marks }, lane) =>
        marks.map(({ row, x, level }) =>
          markOf({
            x,
            y: top + edges[lane]! + (level + 0.5) * LEVEL,
            colour: colour(row),
            outcome: row.outcome,
            broken: row.broken,
          }),
        ),
      ),
  };
}
