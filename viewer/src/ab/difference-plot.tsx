import { useId } from "react";
import type { AbView } from "../../../src/contract/index.ts";
import { count, metricChange } from "../ui/index.ts";
import { differenceScale } from "./difference-scale.ts";

/** B − A of every pair on one axis, with the mean and its interval. Right of the middle, B has more. */
export function DifferencePlot({ test: { pairs, metric, better, decision } }: { test: AbView }) {
  const title = useId();
  const known = pairs.flatMap(({ index, a, b }) =>
    a === null || b === null ? [] : [{ index, difference: b - a }],
  );
  if (known.length === 0) return null;
  const { meanDifference, interval } = decision;
  const scale = differenceScale([
    ...known.map(({ difference }) => difference),
    ...(interval ? [interval.low, interval.high] : []),
  ]);
  const place = (value: number) => `${scale.share(value) * 100}%`;
  const told = (value: number) => metricChange(metric, value);
  const [left, right] = better === "lower" ? ["B better", "A better"] : ["A better", "B better"];
  return (
    <figure className="difference-plot" aria-labelledby={title}>
      <figcaption id={title} className="small muted">
        Difference B − A of {count(known.length, "pair")}
        {meanDifference !== null && (
          <>
            ; mean{known.length === decision.pairsUsed ? "" : ` of the ${decision.pairsUsed} that decide`}{" "}
            <b>{told(meanDifference)}</b>
          </>
        )}
        {interval && ` (${told(interval.low)} to ${told(interval.high)})`}
      </figcaption>
      <div className="difference-area" aria-hidden="true">
        <span className="difference-zero" style={{ left: place(0) }} />
        {interval && (
          <span
            className="difference-interval"
            style={{ left: place(interval.low), right: `calc(100% - ${place(interval.high)})` }}
          />
        )}
        {known.map(({ index, difference }) => (
          <span
            key={index}
            className={`difference-dot ${difference > 0 ? "up" : difference < 0 ? "down" : "same"}`}
            style={{ left: place(difference), top: `${14 + ((index * 0.618_034) % 1) * 72}%` }}
            title={`Pair ${index + 1}: ${told(difference)}`}
          />
        ))}
        {meanDifference !== null && (
          <span className="difference-mean" style={{ left: place(meanDifference) }} />
        )}
      </div>
      <div className="difference-axis small muted" aria-hidden="true">
        <span>
          {told(-scale.reach)} {better !== null && `· ${left}`}
        </span>
        <span>0</span>
        <span>
          {better !== null && `${right} · `}
          {told(scale.reach)}
        </span>
      </div>
    </figure>
  );
}
