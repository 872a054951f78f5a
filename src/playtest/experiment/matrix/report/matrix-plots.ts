/** The plots of a matrix report: means with their intervals, and every session as a mark. */
import type { MatrixOutcome } from "../matrix-result-file.ts";
import type { MatrixRow } from "../../../../contract/index.ts";
import { betterOf, higherIsBetter, type MetricName } from "../../../compare/index.ts";
import { WHY_NO_INTERVAL, summaryOf } from "../metric-summaries.ts";
import {
  joined,
  LEVEL,
  markOf,
  outcomeKeys,
  picture,
  scaleOf,
  stacked,
  type Row,
  type Scale,
} from "./plot-svg.ts";
import { isOver } from "../matrix-rows.ts";

export const plotsOf = (outcome: MatrixOutcome): Plot[] =>
  [meansPlot(outcome), sessionsPlot(outcome)].filter((plot) => plot !== undefined);

export type Plot = { file: string; alt: string; svg: string };

/** More would not fit on a screen. */
const MOST_ROWS = 40;
const COLOURS = ["#1b6ca8", "#d1495b", "#2e8540", "#8a4fb5", "#c77700", "#555555"];

/** The factors that vary; prompts if none does. */
function variedIn(rows: readonly MatrixRow[]): Array<"prompt" | "narrator"> {
  const varied = (["prompt", "narrator"] as const).filter(
    (by) => new Set(rows.map((row) => row[by])).size > 1,
  );
  return varied.length === 0 ? ["prompt"] : varied;
}

const notShown = (rows: number, what: string): string =>
  rows > MOST_ROWS ? ` ${rows - MOST_ROWS} ${what} in matrix.json.` : "";

const HEIGHT = 26;

/** The mean of each prompt and narrator with its interval, best first as in the tables. */
function meansPlot(outcome: MatrixOutcome): Plot | undefined {
  const {
    rows,
    config: { primaryMetric: metric },
  } = outcome;
  const varied = variedIn(rows);
  const variants = inOrder(
    [...Map.groupBy(rows, (row) => JSON.stringify(varied.map((by) => row[by]))).values()]
      .map((own) => ({ ...summaryOf(own, metric), first: own[0]! }))
      .filter(({ mean }) => mean !== null),
    outcome,
  );
  if (variants.length === 0) return undefined;
  const shown = variants.slice(0, MOST_ROWS);
  const scale = scaleOf(
    shown.flatMap(({ mean, interval }) => [mean!, ...(interval ? [interval.low, interval.high] : [])]),
  );
  const row = ({ first, n, mean, interval }: Variant): Row => ({
    name: joined(
      varied.map((by) => first[by]),
      ` (${n})`,
    ),
    height: HEIGHT,
    draw: (top) => [
      ...(interval
        ? [
            `<line x1="${scale.at(interval.low)}" y1="${top + HEIGHT / 2}" x2="${scale.at(interval.high)}" y2="${top + HEIGHT / 2}" stroke="${COLOURS[0]}" stroke-width="2"/>`,
          ]
        : []),
      `<circle cx="${scale.at(mean!)}" cy="${top + HEIGHT / 2}" r="5" fill="${COLOURS[0]}"/>`,
    ],
  });
  const title = `${metric} by ${varied.join(" and ")}`;
  const caption = `Mean, ${shown.some(({ interval }) => interval) ? "95 % interval" : `without an interval (${WHY_NO_INTERVAL})`} and number of sessions. Overlapping intervals are not a test: see the paired comparison.${notShown(variants.length, "more")}`;
  return {
    file: "means.svg",
    alt: `${title}: means with 95 % intervals`,
    svg: picture({ title, caption, rows: shown.map(row), scale }),
  };
}

type Variant = ReturnType<typeof summaryOf> & { first: MatrixRow };

/** In the order of the tables; combinations of both by their means. */
function inOrder(variants: Variant[], { rows, standings, config }: MatrixOutcome): Variant[] {
  const metric = config.primaryMetric as MetricName;
  const [by, ...others] = variedIn(rows);
  if (others.length === 0) {
    const ranked = standings[`${by!}s`].map(({ name }) => name);
    return variants.toSorted((a, b) => ranked.indexOf(a.first[by!]) - ranked.indexOf(b.first[by!]));
  }
  return betterOf(metric) !== null
    ? variants.toSorted((a, b) => (b.mean! - a.mean!) * (higherIsBetter(metric) ? 1 : -1))
    : variants;
}

const PADDING = 6;

/** Every session as a mark: a row for each story (and narrator, if prompts vary too), with a lane for each variant. */
function sessionsPlot({ rows, config: { primaryMetric: metric } }: MatrixOutcome): Plot | undefined {
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
  const order = variants.length > 1 ? ` Within a row, the ${by}s are in the order of the legend.` : "";
  return {
    file: "sessions.svg",
    alt: `${title}, by story`,
    svg: picture({
      title,
      legend,
      caption: `One mark per session; equal values are stacked.${order}${notShown(lines.length, "more rows")}`,
      rows: drawn,
      scale,
    }),
  };
}

/** A lane is as high as its tallest stack. */
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
          }),
        ),
      ),
  };
}
