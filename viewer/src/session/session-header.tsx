import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { SessionView } from "../../../src/contract/index.ts";
import { branchName, inheritedWords } from "../replay/index.ts";
import { isOpen, jobsQuery, StopJob } from "../runs/index.ts";
import { Badge, OutcomeBadge } from "../ui/index.ts";
import { headerFacts } from "./header-facts.ts";
import type { LensName } from "./use-session-url.ts";

/** Identifies the session in two lines. A player's view leaves out what only the harness knows. */
export function SessionHeader({
  view,
  open,
}: {
  view: SessionView;
  /** Opens a tab. */ open: (lens: LensName) => void;
}) {
  const {
    id,
    story,
    prompt,
    narrator,
    outcome,
    live,
    why,
    turns,
    house,
    branchedFrom,
    stoppable,
    notStoppable,
  } = view.card;
  const harness = view.as === null;
  const inherited = harness ? inheritedWords(view.card) : null;
  return (
    <header className="session-header">
      <div className="session-name">
        <h1>
          {[story, prompt, narrator].filter(Boolean).map((part, at) => (
            <span key={at}>
              {at > 0 && <span className="muted"> · </span>}
              {part}
            </span>
          ))}
        </h1>
        <p className="muted small">
          {id}
          {harness &&
            view.result.guideForm &&
            ` · guide sent ${view.result.guideForm === "notes" ? "as notes" : "in full"}`}
          {branchedFrom && harness && (
            <>
              {" "}
              · a branch of{" "}
              <Link
                href={`/sessions/${encodeURIComponent(parentOf(view) ?? branchedFrom.sessionId)}?turn=${branchedFrom.turn}`}
              >
                {branchedFrom.sessionId}
              </Link>{" "}
              from turn {branchedFrom.turn + 1}: {branchName(branchedFrom)}
            </>
          )}
        </p>
        {inherited !== null && <p className="muted small">{inherited}</p>}
        {harness && view.result.verdict && <p className="session-headline">{view.result.verdict.headline}</p>}
      </div>
      <div className="session-facts">
        {house && (
          <Badge title="Scripted players and narrator: not evidence about a prompt">house cast</Badge>
        )}
        {live &&
          (stoppable ? (
            <StopButton card={view.card} />
          ) : (
            <span className="muted small">
              {notStoppable ?? "Another process is playing it. Stop it there."}
            </span>
          ))}
      </div>
      <dl className="header-facts">
        <div>
          <dt>Outcome</dt>
          <dd>
            <OutcomeBadge
              outcome={outcome}
              live={live}
              why={why}
              {...(harness && { played: turns - (view.card.inherited?.turns ?? branchedFrom?.turn ?? 0) })}
            />
          </dd>
        </div>
        {headerFacts(view).map(({ label, value, about, isBad, isDoubtful, lens }) => (
          <div key={label} title={about}>
            <dt>{label}</dt>
            <dd className={isBad ? "problem-text" : isDoubtful ? "doubtful" : undefined}>
              {lens ? (
                <button type="button" className="quiet" onClick={() => open(lens)}>
                  {value}
                </button>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

/** The parent's id in the API, if the parent still exists. */
const parentOf = ({ card, branches }: SessionView): string | undefined =>
  branches.find(({ id }) => id === card.id)?.parent ?? undefined;

/** Stopping a session stops the whole job that plays it. */
const stops = { matrix: "Stop the matrix", ab: "Stop the A/B test", bisect: "Stop the bisection" } as const;

function StopButton({ card: { id, of, branchedFrom } }: { card: SessionView["card"] }) {
  const { data } = useQuery(jobsQuery);
  const job = data?.jobs.find(
    (each) => isOpen(each) && (of ? each.of?.kind === of.kind && each.of.id === of.id : each.session === id),
  );
  const words = of ? stops[of.kind] : branchedFrom ? "Stop the replay" : "Stop";
  return job && <StopJob id={job.id} words={words} />;
}
