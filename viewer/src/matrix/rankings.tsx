import { Link } from "wouter";
import type { MatrixView } from "../../../src/contract/playtest-api.ts";
import { decimal } from "../ui/index.ts";
import { Outcome } from "./cell-sessions.tsx";

/** Sessions worth reading first. */
export function Rankings({ matrix: { rankings, failures, config } }: { matrix: MatrixView }) {
  const lists = [
    { title: "Best sessions", rows: rankings.best },
    { title: "Worst sessions", rows: rankings.worst },
    { title: "Failed sessions", rows: failures },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="two-columns">
      {lists.map(({ title, rows }) => (
        <section key={title} className="panel">
          <h2>{title}</h2>
          <ol className="ranking">
            {rows.slice(0, 10).map((row) => (
              <RankingRow key={row.sessionId} row={row} metric={config.primaryMetric} />
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
      <Link href={`/sessions/${encodeURIComponent(row.session)}`}>
        {row.story} · {row.prompt} · {row.narrator}
      </Link>
      <Outcome row={row} />
      <span className="number">{decimal(row.metrics[metric], 2)}</span>
    </li>
  );
}
