import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { MatrixRow } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { Badge, DataTable, Loading, OutcomeBadge, Problem, metricValue, money, titled } from "../ui/index.ts";
import { withoutValue } from "./metric-scale.ts";
import { rowsQuery, type Cell } from "./matrix-queries.ts";

/** The sessions behind a cell. */
export function CellSessions({
  id,
  cell,
  metric,
  onClose,
}: {
  id: string;
  cell: Cell;
  metric: string;
  onClose: () => void;
}) {
  const { data, error, isPending, refetch } = useQuery(rowsQuery(id, cell));
  return (
    <section className="cell-sessions" aria-labelledby="cell-title">
      <header>
        <h3 id="cell-title">
          {cell.story} · {cell.prompt} · {cell.narrator}
        </h3>
        <Link href={withQuery("/sessions", { matrix: id, ...cell })}>In the list of sessions</Link>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      {isPending && <Loading what="its sessions" />}
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && (
        <DataTable
          label="Its sessions"
          columns={[
            { text: "Session" },
            { text: "Outcome" },
            { number: titled(metric) },
            ...(metric === "overall" ? [] : [{ number: "Overall" }]),
            { number: "Cost" },
          ]}
        >
          {data.rows.map((row) => (
            <tr key={row.sessionId}>
              <td className="nowrap">
                <Link href={`/sessions/${encodeURIComponent(row.session)}`}>{row.sessionId}</Link>
              </td>
              <td>
                <Outcome row={row} />
              </td>
              <td className="number">
                {row.metrics[metric] == null ? (
                  <span className="muted">{withoutValue(metric)}</span>
                ) : (
                  metricValue(metric, row.metrics[metric])
                )}
              </td>
              {metric !== "overall" && (
                <td className="number">{metricValue("overall", row.metrics.overall)}</td>
              )}
              <td className="number">{row.unpriced > 0 ? `≥ ${money(row.cost)}` : money(row.cost)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

export function Outcome({ row: { outcome, why } }: { row: Pick<MatrixRow, "outcome" | "why"> }) {
  if (outcome === "crashed")
    return (
      <Badge tone="bad" title={why}>
        crashed
      </Badge>
    );
  return <OutcomeBadge outcome={outcome} why={why} />;
}
