import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Fact, SessionView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { branchName, fromTurnOf, inheritedWords } from "../replay/index.ts";
import { isOpen, jobsQuery, StopJob } from "../runs/index.ts";
import { count, HouseBadge, OutcomeBadge } from "../ui/index.ts";
import { shownNumber } from "../verdict/verdict-view.tsx";
import type { LensName } from "./use-session-url.ts";

/** Identifies the session in two lines. A player's view leaves out what only the harness knows. */
export function SessionHeader({
  view,
  open,
}: {
  view: SessionView;
  /** Opens a tab. */ open: (lens: LensName) => void;
}) {
  const { id, story, prompt, narrator, live, turns, house, branchedFrom, unreadable } = view.card;
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
          {branchedFrom && exported?.isPublic && ` · ${afterTurnWords(branchedFrom.turn, turns)}`}
          {branchedFrom && harness && !exported?.isPublic && (
            <>
              {" "}
              · a branch of{" "}
              <Link
                href={`/sessions/${encodeURIComponent(parentOf(view) ?? branchedFrom.sessionId)}?turn=${branchedFrom.turn}`}
              >
                {branchedFrom.sessionId}
              </Link>{" "}
              after turn {branchedFrom.turn}: {branchName(branchedFrom)}
            </>
          )}
        </p>
        {inherited !== null && <p className="muted small">{inherited}</p>}
        {harness && view.result.verdict && unreadable === undefined && (
          <p className="session-headline">{view.result.verdict.headline}</p>
        )}
      </div>
      <div className="session-facts">
        {house && <HouseBadge />}
        {live && <StopButton card={view.card} />}
      </div>
      <dl className="header-facts">
        <div>
          <dt>Outcome</dt>
          <dd>
            <OutcomeBadge {...view.card} played={harness ? turns - fromTurnOf(view.card) : undefined} />
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

/** A public file does not name the parent. */
const afterTurnWords = (turn: number, turns: number): string =>
  `${count(turns - turn, "turn")} after turn ${turn} of another session`;

/** The parent's id in the API, if the parent still exists. */
const parentOf = ({ card, branches }: SessionView): string | undefined =>
  branches.find(({ id }) => id === card.id)?.parent ?? undefined;

/** Stopping a session stops the whole job that plays it. */
const stops = { matrix: "Stop the matrix", ab: "Stop the A/B test", bisect: "Stop the bisection" } as const;

function StopButton({ card: { id, of, branchedFrom } }: { card: SessionView["card"] }) {
  const { data } = useQuery(jobsQuery);
  const own = data?.jobs.filter((each) =>
    of ? each.of?.kind === of.kind && each.of.id === of.id : each.session === id,
  );
  const job = own?.find(isOpen);
  const words = of ? stops[of.kind] : branchedFrom ? "Stop the replay" : "Stop";
  if (job) return <StopJob id={job.id} words={words} />;
  // A job of this page that has just ended may be shown as live for a moment.
  return (
    own?.length === 0 && (
      <span className="muted small">
        Another process is playing this session. Press Ctrl+C there to stop it; played turns are kept.
      </span>
    )
  );
}

type HeaderFact = {
  label: string;
  value: string;
  /** What it covers, and its source. */ about: string;
  isBad?: boolean;
  isDoubtful?: boolean;
  /** Where the details are. */ lens?: LensName | undefined;
};

function headerFacts(view: SessionView): HeaderFact[] {
  const { card, result, turns } = view;
  const played = Math.max(card.turns, turns.length);
  if (view.as !== null) return [{ label: "Turns", value: String(played), about: "Turns played" }];
  const inherited = fromTurnOf(card);
  return [
    // Of a part of a session they would look like its result.
    ...((card.unreadable === undefined && result.verdict?.facts) || [])
      .filter(({ label }) => label !== LISTED)
      .map((fact) => verdictFact(fact, card)),
    inherited === 0
      ? { label: "Turns", value: String(played), about: "Turns played" }
      : {
          label: "Own turns",
          value: String(Math.max(0, played - inherited)),
          about: `Turns ${inherited + 1} to ${played}; the ${count(inherited, "turn")} before are its parent's`,
        },
  ];
}

/** Ids of findings, which the tab beside it lists. */
const LISTED = "More findings";

const lenses: Readonly<Record<string, LensName>> = {
  Overall: "score",
  "Beats told": "score",
  "Points lost": "issues",
  Tangents: "score",
  "Would play this": "score",
  Cost: "score",
  Hints: "issues",
};

/** "unknown" of "unknown (12 attempts have no known price)": the tab has the rest. */
const inShort = (value: string): string => value.split(/ \(|; /)[0]!;

const verdictFact = (
  { label, value, unit = "", note }: Fact,
  { errors, branchedFrom }: SessionView["card"],
): HeaderFact => ({
  // Over its own turns, craft is all there is to score.
  label: label === "Overall" && branchedFrom ? "Craft" : label,
  value:
    value === null
      ? "missing"
      : `${typeof value === "number" ? shownNumber(value) : inShort(value)} ${unit}`.trim(),
  about: note ?? (value === null ? "" : String(value)),
  isBad: label === "Points lost" && errors > 0,
  isDoubtful: value === null,
  lens: lenses[label],
});
