import type { MatrixRow } from "../../../contract/index.ts";
import { higherIsBetter, type MetricName } from "../../compare/index.ts";
import { decides } from "../compare-baseline.ts";
import type { MatrixOutcome } from "../matrix-result.ts";
import { summaryOf } from "../summaries.ts";
import { COLOURS, MOST_ROWS, notShown, variedIn, type Plot } from "./plot.ts";
import { joined, picture, scaleOf, type Row } from "./svg.ts";

const HEIGHT = 26;

/** The mean of each prompt and narrator with its interval, best first as in the tables. */
export function meansPlot(outcome: MatrixOutcome): Plot | undefined {
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
  const caption = `Mean, ${shown.some(({ interval }) => interval) ? "95 % interval" : "without an interval (fewer than 3 groups)"} and number of sessions. Overlapping intervals are no test: see the paired comparison.${notShown(variants.length, "more")}`;
  return {
    file: "means.svg",
    alt: `${title}: means with 95 % intervals`,
    svg: picture({ title, caption, rows: shown.map(row), scale }),
  };
}

type Variant = ReturnType<typeof summaryOf> & { first: MatrixRow };

/** As the tables rank them; combinations of both by their means. */
function inOrder(variants: Variant[], { rows, standings, config }: MatrixOutcome): Variant[] {
  const metric = config.primaryMetric as MetricName;
  const [by, ...others] = variedIn(rows);
  if (others.length === 0) {
    const ranked = standings[`${by!}s`].map(({ name }) => name);
    return variants.toSorted((a, b) => ranked.indexOf(a.first[by!]) - ranked.indexOf(b.first[by!]));
  }
  return decides(metric)
    ? variants.toSorted((a, b) => (b.mean! - a.mean!) * (higherIsBetter(metric) ? 1 : -1))
    : variants;
}
