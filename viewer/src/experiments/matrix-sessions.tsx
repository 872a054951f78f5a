import type { MatrixRow } from "../../../src/contract/index.ts";
import {
  count,
  DataTable,
  Filters,
  IfLinked,
  money,
  OutcomeBadge,
  outcomeWords,
  percent,
  score,
  titled,
  useAddress,
} from "../ui/index.ts";

type Row = MatrixRow & { session?: string | undefined };

const filters = ["story", "prompt", "narrator", "outcome"] as const;

/** Every session of a matrix, in the order of its plan. The address keeps the filters. */
export function MatrixSessions({ rows }: { rows: readonly Row[] }) {
  const { values, set } = useAddress(filters);
  const shown = rows.filter((row) =>
    filters.every((name) => values[name] === undefined || values[name] === row[name]),
  );
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <header className="panel-head">
        <h2 id="sessions-title">Sessions</h2>
        <span className="muted number" role="status">
          {count(shown.length, "session")}
        </span>
      </header>
      <Filters
        values={values}
        set={set}
        filters={filters.map((name) => ({
          name,
          label: titled(name),
          options: [...new Set(rows.map((row) => row[name]))].map((value) => ({
            value,
            text: outcomeWords(value),
          })),
        }))}
      />
      <DataTable
        label="Sessions of the matrix"
        rows={shown}
        keyOf={({ sessionId }) => sessionId}
        columns={[
          {
            label: "Session",
            cell: ({ session, sessionId }) => (
              <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>{sessionId}</IfLinked>
            ),
          },
          { label: "Outcome", cell: ({ outcome, why }) => <OutcomeBadge outcome={outcome} why={why} /> },
          { label: "Overall", number: true, cell: (row) => score(row.score?.overall) },
          {
            label: "Points lost",
            number: true,
            cell: ({ metrics }) => score(metrics["points-lost"]),
          },
          {
            label: "Beats told",
            number: true,
            cell: (row) => percent(row.score?.completion),
          },
          {
            label: "Cost",
            number: true,
            cell: ({ cost, unpriced }) => `${unpriced > 0 ? "≥ " : ""}${money(cost)}`,
          },
          { label: "Story", cell: ({ story }) => story },
          { label: "Prompt", cell: ({ prompt }) => prompt },
          { label: "Narrator", cell: ({ narrator }) => narrator },
        ]}
      />
    </section>
  );
}
