import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { MatrixRow, MatrixView } from "../../../src/contract/index.ts";
import {
  Badge,
  count,
  DataTable,
  Loading,
  metricValue,
  money,
  OutcomeBadge,
  outcomeWords,
  Problem,
  Select,
  titled,
  useAddress,
} from "../ui/index.ts";
import { filterNames, rowsQuery } from "./matrix-queries.ts";

const outcomes = ["completed", "timeout", "failed", "crashed", "interrupted", "unfinished"];

/** Every session of a matrix, in the order of its plan. The address keeps the filters. */
export function SessionList({ id, matrix: { config, stories } }: { id: string; matrix: MatrixView }) {
  const { values, set } = useAddress(filterNames);
  const pages = useInfiniteQuery(rowsQuery(id, values));
  const options = {
    story: stories,
    prompt: Object.keys(config.systemPrompts),
    narrator: config.narratorModels,
    outcome: outcomes.map((value) => ({ value, text: outcomeWords(value) })),
  };
  return (
    <section className="panel" aria-labelledby="sessions-title">
      <header className="panel-head">
        <h2 id="sessions-title">Sessions</h2>
        <span className="muted number" role="status">
          {pages.data && count(pages.data.pages[0]?.total ?? 0, "session")}
        </span>
        {filterNames.map((name) => (
          <Select
            key={name}
            label={titled(name)}
            className="field inline"
            value={values[name] ?? ""}
            onChange={(value) => set({ [name]: value === "" ? null : value })}
            none="all"
            options={options[name]}
          />
        ))}
      </header>
      {pages.isPending && <Loading what="the sessions" />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && (
        <DataTable
          label="Sessions of the matrix"
          columns={[
            ...["Session", "Story", "Prompt", "Narrator", "Outcome"].map((text) => ({ text })),
            ...["Overall", "Beats told", "Points lost", "Cost"].map((number) => ({ number })),
          ]}
        >
          {pages.data.pages
            .flatMap(({ rows }) => rows)
            .map(({ session, ...row }) => (
              <tr key={row.sessionId}>
                <td className="nowrap">
                  <Link href={`/sessions/${encodeURIComponent(session)}`}>{row.sessionId}</Link>
                </td>
                <td>{row.story}</td>
                <td>{row.prompt}</td>
                <td>{row.narrator}</td>
                <td>
                  <Outcome row={row} />
                </td>
                <td className="number">{metricValue("overall", row.score?.overall)}</td>
                <td className="number">{metricValue("completion", row.score?.completion)}</td>
                <td className="number">{metricValue("points-lost", row.metrics["points-lost"])}</td>
                <td className="number">{row.unpriced > 0 ? `≥ ${money(row.cost)}` : money(row.cost)}</td>
              </tr>
            ))}
        </DataTable>
      )}
      {pages.hasNextPage && (
        <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          More sessions
        </button>
      )}
    </section>
  );
}

function Outcome({ row: { outcome, why } }: { row: Pick<MatrixRow, "outcome" | "why"> }) {
  if (outcome === "crashed")
    return (
      <Badge tone="bad" title={why}>
        crashed
      </Badge>
    );
  return <OutcomeBadge outcome={outcome} why={why} />;
}
