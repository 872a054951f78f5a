import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { BisectView } from "../../../src/contract/index.ts";
import { ExportedNotes } from "../exported/index.ts";
import { bisectQuery } from "../experiments/experiment-queries.ts";
import { Badge, Column, count, DamageList, Loading, money, percent, Problem, useTitle } from "../ui/index.ts";
import { DecisionBanner, ResumeButton } from "../verdict/index.ts";
import "./bisect.css";
import { TurnBelief } from "./turn-belief.tsx";

/** One bisection: the turn after which the session no longer recovers, how sure, and every replay. */
export function BisectPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(bisectQuery(id));
  useTitle(data ? `Which turn lost ${data.sessionId}?` : "Bisection");
  if (isPending) return <Loading what="the bisection" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page bisect-page">
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ Bisection {id}</span>
      </p>
      <div className="page-head">
        <h1>Which turn lost {data.sessionId}?</h1>
        {data.live && <Badge tone="live">live</Badge>}
      </div>
      <ExportedNotes />
      {data.damage && (
        <div className="house-note" role="status">
          <DamageList damage={data.damage} />
        </div>
      )}
      <DecisionBanner
        recommendation={data.recommendation}
        house={data.house}
        action={<Next search={data} />}
      />
      {data.endedBy !== null && <p className="house-note">Ended early: {data.endedBy}</p>}
      <Facts search={data} />
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
      {data.facts.length > 0 && (
        <details className="panel">
          <summary>
            <h2>How it was measured</h2>
          </summary>
          <ul className="bisect-facts">
            {data.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
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

type Fact = [name: string, value: string, note?: string];

function Facts({ search }: { search: BisectView }) {
  const { progress, finding, certainty, cost, criterion, changed, turns, session, sessionId } = search;
  const facts: Fact[] = [
    [
      "Replays",
      progress.done < progress.planned ? `${progress.done} of ${progress.planned}` : String(progress.done),
      `${count(turns, "turn")} each`,
    ],
    ...(isShown(search)
      ? ([
          [
            "Most probable",
            finding.kind === "no-single-turn"
              ? "no single turn"
              : finding.turn === null
                ? "recovers from every turn"
                : `turn ${finding.turn}`,
            `${percent(finding.probability)}; required: ${percent(certainty)}`,
          ],
        ] satisfies Fact[])
      : []),
    ["Changed in the replays", changed === "unchanged" ? "only the dice" : changed],
    [
      "Cost",
      `${cost.unpriced > 0 ? "≥ " : ""}${money(cost.total)}`,
      cost.atMost > cost.total ? `at most ${money(cost.atMost)}` : undefined,
    ],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <span className="muted small">{note}</span>}
          </dd>
        </div>
      ))}
      <div>
        <dt>Session</dt>
        <dd className="bisect-session">
          {session === undefined ? (
            sessionId
          ) : (
            <Link href={`/sessions/${encodeURIComponent(session)}`}>{sessionId}</Link>
          )}
        </dd>
      </div>
      {criterion !== "" && (
        <div className="bisect-criterion">
          <dt>Recovered means</dt>
          <dd>{criterion}</dd>
        </div>
      )}
    </dl>
  );
}

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
      <div className="table-scroll" role="region" aria-label="Replays" tabIndex={0}>
        <table className="data">
          <thead>
            <tr>
              <Column>Replay</Column>
              <Column number>From turn</Column>
              <Column>Recovered</Column>
              <Column>Why</Column>
            </tr>
          </thead>
          <tbody>
            {probes.map(({ sessionId, session, turn, recovered, why }) => (
              <tr key={sessionId}>
                <td className="nowrap">
                  {session === undefined ? (
                    sessionId
                  ) : (
                    <Link href={turnLink(session, turn + 1)}>{sessionId}</Link>
                  )}
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
          </tbody>
        </table>
      </div>
    </section>
  );
}
