import { Link } from "wouter";
import type { MatrixView } from "../../../src/contract/index.ts";
import { metricValue } from "../ui/index.ts";
import { Outcome } from "./cell-sessions.tsx";
import { placeOf, rankedLists } from "./ranked-lists.ts";

/** Sessions worth reading first. */
export function Rankings({ matrix }: { matrix: MatrixView }) {
  return (
    <div className="two-columns">
      {rankedLists(matrix).map(({ title, rows }) => (
        <section key={title} className="panel">
          <h2>{title}</h2>
          <ol className="ranking">
            {rows.map((row) => (
              <RankingRow key={row.sessionId} row={row} metric={matrix.config.primaryMetric} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function RankingRow({ row, metric }: { row: MatrixView["failures"][number]; metric: string }) {
  return (
    <li>
      <span>
        <Link href={`/sessions/${encodeURIComponent(row.session)}`}>
          {row.story} · {row.prompt} · {row.narrator}
        </Link>{" "}
        <span className="muted nowrap">{placeOf(row)}</span>
      </span>
      <Outcome row={row} />
      <span className="number">{metricValue(metric, row.metrics[metric])}</span>
    </li>
  );
}
