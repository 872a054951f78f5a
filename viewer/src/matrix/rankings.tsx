import { Link } from "wouter";
import type { MatrixView } from "../../../src/contract/index.ts";
import { metricValue } from "../ui/index.ts";
import { Outcome } from "./cell-sessions.tsx";

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

type Row = MatrixView["failures"][number];
type RankedList = { title: string; rows: readonly Row[] };

const MOST = 10;

/** With few sessions, some would be among both the best and the worst; each is listed once. */
export function rankedLists({
  rankings: { best, worst },
  failures,
}: Pick<MatrixView, "rankings" | "failures">): RankedList[] {
  const shown = new Set(best.slice(0, MOST).map(({ session }) => session));
  return [
    { title: "Best sessions", rows: best },
    { title: "Worst sessions", rows: worst.filter(({ session }) => !shown.has(session)) },
    { title: "Failed or crashed sessions", rows: failures },
  ].flatMap(({ title, rows }) => (rows.length === 0 ? [] : [{ title, rows: rows.slice(0, MOST) }]));
}

/** Tells sessions of one cell apart, by run number and group of players. */
export function placeOf({ sessionId, pair }: Pick<Row, "sessionId" | "pair">): string {
  const number = /^\d+/.exec(sessionId)?.[0];
  return `${number === undefined ? sessionId : `no. ${Number(number)}`}, group ${pair.slice(pair.lastIndexOf("/") + 1)}`;
}
