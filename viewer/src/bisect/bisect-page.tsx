import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { BisectView } from "../../../src/contract/index.ts";
import { bisectQuery } from "../experiments/experiment-queries.ts";
import { Badge, DataTable, count, IfLinked, Loading, Problem, useTitle } from "../ui/index.ts";
import { chanceWords } from "./belief-bars.ts";
import { costFact, ExperimentFrame, Measured, ResumeButton, type Fact } from "../verdict/index.ts";
import "./bisect.css";
import { TurnBelief } from "./turn-belief.tsx";

/** One bisection: the turn after which the session no longer recovers, how sure, and every replay. */
export function BisectPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(bisectQuery(id));
  useTitle(data ? `Which turn lost ${data.sessionId}?` : "Bisection");
  if (isPending) return <Loading what="the bisection" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <ExperimentFrame
      className="bisect-page"
      crumb={`Bisection ${id}`}
      title={`Which turn lost ${data.sessionId}?`}
      experiment={data}
      action={<Next search={data} />}
      facts={factsOf(data)}
      more={<Question search={data} />}
    >
      {isShown(data) && (
        <>
          <section className="panel" aria-labelledby="belief-title">
            <header className="panel-head">
              <h2 id="belief-title">Probability of each turn</h2>
              <p className="muted small">
                The probability that the session no longer recovers after this turn. Below: replays from the
                turn, filled if they recovered.
              </p>
            </header>
            <TurnBelief search={data} />
          </section>
          {data.said && <Said search={data} />}
          <Replays search={data} />
        </>
      )}
      <Measured facts={data.facts} />
    </ExperimentFrame>
  );
}

/** A public file does not show the result for a private criterion. */
const isShown = ({ recommendation }: BisectView): boolean => recommendation.is !== "not shown";

/** What to do next: read the turn, or play more replays. */
function Next({ search: { id, session, finding, recommendation } }: { search: BisectView }) {
  const { more } = recommendation;
  if (more?.command !== undefined) return <ResumeButton kind="bisect" id={id} more={more} unit="replay" />;
  if (session === undefined || finding.turn === null) return null;
  return (
    <Link className="button primary" href={turnLink(session, finding.turn)}>
      Open turn {finding.turn}
    </Link>
  );
}

const turnLink = (session: string, turn: number): string =>
  `/sessions/${encodeURIComponent(session)}?turn=${turn}`;

const factsOf = (search: BisectView): Fact[] => {
  const { progress, finding, certainty, cost, changed, turns } = search;
  const found: Fact = [
    "Most probable",
    finding.kind === "no-single-turn"
      ? "no single turn"
      : finding.turn === null
        ? "recovers from every turn"
        : `turn ${finding.turn}`,
    `${chanceWords(finding.probability)}; required: ${chanceWords(certainty)}`,
  ];
  return [
    [
      "Replays",
      progress.done < progress.planned ? `${progress.done} of ${progress.planned}` : String(progress.done),
      `${count(turns, "turn")} each`,
    ],
    ...(isShown(search) ? [found] : []),
    ["Changed in the replays", changed === "unchanged" ? "only the dice" : changed],
    costFact(cost),
  ];
};

const Question = ({ search: { session, sessionId, criterion } }: { search: BisectView }) => (
  <>
    <div>
      <dt>Session</dt>
      <dd className="bisect-session">
        <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>{sessionId}</IfLinked>
      </dd>
    </div>
    {criterion !== "" && (
      <div className="bisect-criterion">
        <dt>Recovered means</dt>
        <dd>{criterion}</dd>
      </div>
    )}
  </>
);

/** What was said in the turn that was found. */
function Said({ search: { said, session } }: { search: BisectView }) {
  if (!said) return null;
  return (
    <section className="panel" aria-labelledby="said-title">
      <header className="panel-head">
        <h2 id="said-title">What was said in turn {said.turn}</h2>
        {session !== undefined && <Link href={turnLink(session, said.turn)}>Open in the session</Link>}
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
  if (probes.length === 0) return <p className="muted">No replays have finished yet.</p>;
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
