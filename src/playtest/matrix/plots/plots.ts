import type { MatrixRow } from "../../../contract/index.ts";
import type { MatrixOutcome } from "../matrix-result.ts";
import { isOver } from "../run-matrix.ts";
import { summaryOf } from "../summaries.ts";
import { label, picture, rowAt, scaleOf } from "./svg.ts";

export type Plot = { file: string; alt: string; svg: string };

/** More would fit on no screen. */
const MOST_ROWS = 40;
/** Marks that can be told apart without their colours too. */
const COLOURS = ["#1b6ca8", "#d1495b", "#2e8540", "#8a4fb5", "#c77700", "#555555"];

/** Means with their intervals, and every session as a point. */
export function plotsOf(outcome: MatrixOutcome): Plot[] {
  return [meansPlot(outcome), storiesPlot(outcome)].filter((plot) => plot !== undefined);
}

/** What tells sessions of one group apart; prompts, where nothing does. */
function variedIn(rows: readonly MatrixRow[]): Array<"prompt" | "narrator"> {
  const varied = (["prompt", "narrator"] as const).filter((by) => new Set(rows.map((row) => row[by])).size > 1);
  return varied.length === 0 ? ["prompt"] : varied;
}

function meansPlot({ rows, config: { primaryMetric: metric } }: MatrixOutcome): Plot | undefined {
  const varied = variedIn(rows);
  const variants = [...Map.groupBy(rows, (row) => varied.map((by) => row[by]).join(" · "))].map(([name, own]) => ({ name, ...summaryOf(own, metric) })).filter(({ mean }) => mean !== null).slice(0, MOST_ROWS);
  if (variants.length === 0) return undefined;
  const scale = scaleOf(variants.flatMap(({ mean, interval }) => [mean!, ...(interval ? [interval.low, interval.high] : [])]));
  const body = variants.flatMap(({ mean, interval }, at) => [
    ...(interval ? [`<line x1="${scale.at(interval.low)}" y1="${rowAt(at)}" x2="${scale.at(interval.high)}" y2="${rowAt(at)}" stroke="${COLOURS[0]}" stroke-width="2"/>`] : []),
    `<circle cx="${scale.at(mean!)}" cy="${rowAt(at)}" r="5" fill="${COLOURS[0]}"/>`,
  ]);
  const title = `${metric} by ${varied.join(" and ")}`;
  return { file: "means.svg", alt: `${title}: means with 95 % intervals`, svg: picture({ title, axis: "mean and 95 % interval; overlapping intervals are no test: see the paired comparison", rows: variants.map(({ name, n }) => `${name} (${n})`), scale, body }) };
}

function storiesPlot({ rows, config: { primaryMetric: metric } }: MatrixOutcome): Plot | undefined {
  const scored = rows.filter((row) => isOver(row) && row.metrics[metric] != null);
  if (scored.length === 0) return undefined;
  const stories = [...new Set(scored.map(({ story }) => story))].slice(0, MOST_ROWS);
  const by = variedIn(rows)[0]!;
  const variants = [...new Set(scored.map((row) => row[by]))];
  const scale = scaleOf(scored.map(({ metrics }) => metrics[metric]!));
  const height = (at: number) => (variants.length === 1 ? 0 : (at / (variants.length - 1) - 0.5) * 14);
  const point = ({ story, metrics, broken, [by]: variant }: MatrixRow) => {
    const at = variants.indexOf(variant);
    const colour = COLOURS[at % COLOURS.length];
    return `<circle cx="${scale.at(metrics[metric]!)}" cy="${(rowAt(stories.indexOf(story)) + height(at)).toFixed(1)}" r="3.5" fill="${broken ? "none" : colour}" fill-opacity="0.7" stroke="${colour}"/>`;
  };
  const legend = variants.slice(0, COLOURS.length).map((variant, at) => `<circle cx="${340 + at * 68}" cy="16" r="4" fill="${COLOURS[at]}"/><text x="${348 + at * 68}" y="20" font-size="10">${label(variant.slice(0, 10))}</text>`);
  const title = `${metric} of every session`;
  return { file: "sessions.svg", alt: `${title}, by story`, svg: picture({ title, axis: `one point a session, from above in the order of the ${by}s; hollow: broken by its players`, rows: stories, scale, body: [...scored.filter(({ story }) => stories.includes(story)).map(point), ...legend] }) };
}
