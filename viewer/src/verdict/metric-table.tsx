import { useState } from "react";
import type { ArmComparisonView } from "../../../src/contract/index.ts";
import {
  chance,
  count,
  metricChange,
  metricChanges,
  metricValue,
  metricName,
  VerdictBadge,
  DataTable,
} from "../ui/index.ts";

type Row = ArmComparisonView["primary"];

/** Metrics that count findings: what a change is usually about. */
const ofFindings = /issue|failure|finding|soundness|contradiction|repetition|loop|leak/;

/** A row that can say nothing: equal on both sides, or too few pairs. Rows about findings are never folded. */
export const isFolded = ({ metric, meanA, meanB, verdict, meanDifference }: Row): boolean =>
  !ofFindings.test(metric) &&
  (meanA === meanB || meanDifference === null || verdict === "insufficient evidence");

/** Every metric of both arms. The primary one is always shown; rows that say nothing are folded behind their number. */
export function MetricTable({
  comparison: { a, b, primary, others, withheld },
  label,
}: {
  comparison: ArmComparisonView;
  label: string;
}) {
  const [all, setAll] = useState(false);
  const known = others.filter(({ meanA, meanB }) => meanA !== null || meanB !== null);
  const folded = known.filter(isFolded);
  const rows = [primary, ...known.filter((row) => all || !isFolded(row))];
  return (
    <>
      <DataTable
        label={label}
        className="metric-table"
        columns={[
          { text: "Metric" },
          ...[a, b, "Difference", "95 % interval", "Pairs", "p, corrected"].map((number) => ({ number })),
          { text: "Verdict" },
        ]}
      >
        {rows.map(({ metric, meanA, meanB, meanDifference, interval, pairs, p, adjusted, verdict }) => (
          <tr key={metric} className={metric === primary.metric ? "is-primary" : undefined}>
            <th scope="row">
              {metricName(metric)}
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
      </DataTable>
      {folded.length > 0 && (
        <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? "Hide metrics that are equal or have insufficient evidence"
            : `Show ${count(folded.length, "metric")} that ${folded.length === 1 ? "is" : "are"} equal or ${folded.length === 1 ? "has" : "have"} insufficient evidence`}
        </button>
      )}
    </>
  );
}
