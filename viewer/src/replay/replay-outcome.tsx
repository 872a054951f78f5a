import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ComparisonView, JobView, SessionView } from "../../../src/contract/index.ts";
import { compareLink, MOST_COMPARED } from "../compare/compare-link.ts";
import { Badge, Command, Loading, Problem, score, titled } from "../ui/index.ts";
import { findingsOver, findingWords } from "./findings-over.ts";
import { comparisonQuery } from "./replay-queries.ts";

/** How the branches compare with the session over the turns that all of them have. */
export function ReplayOutcome({ view, job, kind }: { view: SessionView; job: JobView; kind?: string }) {
  const sessions = [view.card.id, ...job.sessions].slice(0, MOST_COMPARED);
  const { data, error } = useQuery({ ...comparisonQuery(sessions), enabled: sessions.length > 1 });
  if (sessions.length < 2) return null;
  if (error && !data) return <Problem error={error} />;
  if (!data) return <Loading what="the comparison" />;
  return (
    <>
      <Outcome comparison={data} kind={kind} />
      <p>
        <Link className="button primary" href={compareLink(sessions)}>
          Compare the branches with the session
        </Link>
      </p>
    </>
  );
}

const tones: Partial<Record<ComparisonView["recommendation"]["is"], "good" | "bad" | "warn">> = {
  ship: "good",
  "do not ship": "bad",
  "insufficient evidence": "warn",
  "not evidence": "warn",
};

function Outcome({ comparison, kind }: { comparison: ComparisonView; kind: string | undefined }) {
  const { sessions, shared, recommendation } = comparison;
  const table = findingsOver(comparison);
  if (!table || !shared.range)
    return <p className="muted">The branches share no turn with the session yet.</p>;
  const named = (at: number) => (at === 0 ? "Session" : `Branch ${at}`);
  return (
    <section aria-label="Outcome">
      <p className="outcome">{findingWords(table, kind)}</p>
      <p>
        <Badge tone={tones[recommendation.is]}>{recommendation.is}</Badge> {recommendation.says}
        {recommendation.more && <span className="muted"> {recommendation.more.says}</span>}
      </p>
      {recommendation.more?.command !== undefined && <Command>{recommendation.more.command}</Command>}
      <div className="table-scroll">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">
                Turns {shared.range.from} to {shared.range.to}
              </th>
              {sessions.map(({ id }, at) => (
                <th key={id} scope="col" className="number">
                  {named(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ type, counts }) => (
              <tr key={type} className={type === kind ? "wanted" : undefined}>
                <th scope="row">{titled(type)}</th>
                {counts.map((count, at) => (
                  <td key={at} className="number">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Score</th>
              {sessions.map(({ id, shared }) => (
                <td key={id} className="number">
                  {score(shared?.["overall"])}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}
