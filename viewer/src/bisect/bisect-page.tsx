import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { BisectView } from "../../../src/contract/index.ts";
import { ExportedNotes } from "../exported/index.ts";
import { bisectQuery } from "../experiments/experiment-queries.ts";
import { Badge, DataTable, IfLinked, Loading, Problem, useTitle } from "../ui/index.ts";
import { ResumeForm } from "../runs/resume-form.tsx";
import { VerdictView } from "../verdict/index.ts";
import "./bisect.css";

/** One bisection: the turn that lost the session, what was said in it, and every replay. */
export function BisectPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(bisectQuery(id));
  useTitle(data ? `Which turn lost ${data.sessionId}?` : "Bisection");
  if (isPending) return <Loading what="the bisection" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const { session, sessionId, live, verdict, endedBy, progress } = data;
  return (
    <div className="page bisect-page">
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ Bisection {id}</span>
      </p>
      <div className="page-head">
        <h1>
          Which turn lost{" "}
          <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>{sessionId}</IfLinked>?
        </h1>
        {live && (
          <Badge tone="live">
            live, {progress.done} of at most {progress.planned} replays
          </Badge>
        )}
      </div>
      <ExportedNotes />
      <VerdictView verdict={verdict} />
      {endedBy !== null && <p className="house-note">Ended early: {endedBy}</p>}
      {!live && verdict.outcome !== "done" && <ResumeForm dir={`bisects/${id}`} />}
      <Said search={data} />
      <Replays search={data} />
    </div>
  );
}

const turnLink = (session: string, turn: number): string =>
  `/sessions/${encodeURIComponent(session)}?turn=${turn}`;

/** What was said in the turn that lost the session. */
function Said({ search: { said, session } }: { search: BisectView }) {
  if (!said) return null;
  return (
    <section className="panel" aria-labelledby="said-title">
      <header className="panel-head">
        <h2 id="said-title">What was said in turn {said.turn}</h2>
        {session !== undefined && <Link href={turnLink(session, said.turn)}>Open turn {said.turn}</Link>}
      </header>
      <div className="bisect-said">
        <p className="small muted">Narrator</p>
        <blockquote>{said.narrator}</blockquote>
        {said.relay !== null && (
          <>
            <p className="small muted">Spokesperson, for the group</p>
            <blockquote>{said.relay}</blockquote>
          </>
        )}
      </div>
    </section>
  );
}

function Replays({ search: { probes } }: { search: BisectView }) {
  if (probes.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="replays-title">
      <h2 id="replays-title">Replays</h2>
      <DataTable
        label="Replays"
        columns={[{ text: "Replay" }, { number: "From turn" }, { text: "Recovered" }, { text: "Why" }]}
      >
        {probes.map(({ sessionId, session, turn, recovered, why }) => (
          <tr key={sessionId}>
            <td className="nowrap">
              <IfLinked href={session && turnLink(session, turn + 1)}>{sessionId}</IfLinked>
            </td>
            <td className="number">{turn}</td>
            <td>
              <Badge tone={recovered === null ? "warn" : recovered ? "good" : "bad"}>
                {recovered === null ? "no result" : recovered ? "yes" : "no"}
              </Badge>
            </td>
            <td className="bisect-why">{why}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
