import { useState } from "react";
import type { ArmComparisonView } from "../../../src/contract/index.ts";
import {
  chance,
  count,
  metricChange,
  metricChanges,
  metricValue,
  titled,
  VerdictBadge,
} from "../ui/index.ts";

type Row = ArmComparisonView["primary"];

/** A row that can say nothing: no values on both sides, or too few pairs. The primary metric is always shown. */
const isOpen = ({ verdict, meanDifference }: Row): boolean =>
  meanDifference === null || verdict === "insufficient evidence";

/** Every metric of both arms. Rows with insufficient evidence are folded behind their number. */
export function MetricTable({
  comparison: { a, b, primary, others, withheld },
  label,
}: {
  comparison: ArmComparisonView;
  label: string;
}) {
  const [all, setAll] = useState(false);
  const known = others.filter(({ meanA, meanB }) => meanA !== null || meanB !== null);
  const open = known.filter(isOpen);
  const rows = [primary, ...known.filter((row) => all || !isOpen(row))];
  return (
    <>
      <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
        <table className="data metric-table">
          <thead>
            <tr>
              {["Metric", a, b, "Difference", "95 % interval", "Pairs", "p, corrected", "Verdict"].map(
                (name, at) => (
                  <th key={at} scope="col" className={at > 0 && at < 7 ? "number" : undefined}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ metric, meanA, meanB, meanDifference, interval, pairs, p, adjusted, verdict }) => (
              <tr key={metric} className={metric === primary.metric ? "is-primary" : undefined}>
                <th scope="row">
                  {metric === "overall" ? "Score" : titled(metric)}
                  {metric === primary.metric && <span className="muted"> (primary)</span>}
                </th>
                <td className="number">{metricValue(metric, meanA)}</td>
                <td className="number">{metricValue(metric, meanB)}</td>
                <td className="number">{metricChange(metric, meanDifference)}</td>
                <td className="number">{metricChanges(metric, interval)}</td>
                <td className="number">{pairs}</td>
                <td className="number">{chance(withheld ? null : (adjusted ?? p))}</td>
                <td>{verdict ? <VerdictBadge verdict={verdict} /> : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open.length > 0 && (
        <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? "Hide metrics with insufficient evidence"
            : `Show ${count(open.length, "metric")} with insufficient evidence`}
        </button>
      )}
    </>
  );
}
