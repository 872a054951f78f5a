import { useState } from "react";
import type { VariantStanding, MatrixView } from "../../../src/contract/index.ts";
import {
  chance,
  count,
  NOT_KNOWN,
  metricChange,
  metricChanges,
  metricRange,
  metricValue,
  money,
  VerdictBadge,
  DataTable,
} from "../ui/index.ts";

/** Prompts and narrators, each compared with the first of its kind. */
export function Standings({ matrix: { standings, config, recommendation } }: { matrix: MatrixView }) {
  return (
    <section className="panel" aria-labelledby="standings-title">
      <header className="panel-head">
        <h2 id="standings-title">Standings</h2>
        <p className="muted small">
          {recommendation.is === "not shown"
            ? `By ${config.primaryMetric}, which is not the primary metric.`
            : `Primary metric: ${config.primaryMetric} (pre-registered).`}{" "}
          Each row is compared with the first, over the groups both played. Intervals are 95 % confidence
          intervals; they need three groups that are not all equal.
        </p>
      </header>
      <StandingTable kind="Prompt" metric={config.primaryMetric} rows={standings.prompts} />
      <StandingTable kind="Narrator" metric={config.primaryMetric} rows={standings.narrators} />
    </section>
  );
}

function StandingTable({
  kind,
  metric,
  rows,
}: {
  kind: string;
  metric: string;
  rows: readonly VariantStanding[];
}) {
  const [all, setAll] = useState(false);
  const isOpen = ({ comparison }: VariantStanding) => comparison?.verdict === "insufficient evidence";
  const open = rows.filter(isOpen);
  const shown = all ? rows : rows.filter((row) => !isOpen(row));
  return (
    <div>
      <DataTable
        label={`${kind}s`}
        className="standings"
        columns={[
          { text: kind },
          { number: "Mean" },
          { text: "Interval" },
          { number: "Difference" },
          { number: "Pairs" },
          { number: "p" },
          { text: "Verdict" },
          { number: "Cost" },
        ]}
      >
        {shown.map((row) => (
          <StandingRow key={row.name} row={row} metric={metric} isAlone={rows.length === 1} />
        ))}
      </DataTable>
      {open.length > 0 && (
        <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all
            ? "Hide rows with insufficient evidence"
            : `Show ${count(open.length, kind.toLowerCase())} with insufficient evidence`}
        </button>
      )}
    </div>
  );
}

function StandingRow({
  row: { name, metrics, cost, comparison },
  metric,
  isAlone,
}: {
  row: VariantStanding;
  metric: string;
  isAlone: boolean;
}) {
  const { mean = null, interval = null } = metrics[metric] ?? {};
  const withoutVerdict = comparison
    ? "no direction is better"
    : isAlone
      ? "nothing to compare with"
      : "reference";
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{metricValue(metric, mean)}</td>
      <td className="nowrap">{metricRange(metric, interval)}</td>
      <td className="number nowrap">
        {comparison ? metricChange(metric, comparison.difference) : NOT_KNOWN}
        {comparison?.interval && (
          <span className="muted"> ({metricChanges(metric, comparison.interval)})</span>
        )}
      </td>
      <td className="number">{comparison?.pairs ?? NOT_KNOWN}</td>
      <td className="number">{chance(comparison?.p)}</td>
      <td>
        {comparison?.verdict ? (
          <VerdictBadge verdict={comparison.verdict} />
        ) : (
          <span className="muted">{withoutVerdict}</span>
        )}
        {comparison?.note && <span className="muted small block">{comparison.note}</span>}
        {comparison?.others.map(({ metric, difference, verdict }) => (
          <span key={metric} className="small block">
            {metric} {metricChange(metric, difference)}: {verdict}
          </span>
        ))}
      </td>
      <td className="number">{money(cost)}</td>
    </tr>
  );
}
