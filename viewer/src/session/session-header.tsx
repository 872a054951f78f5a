import { Link } from "wouter";
import type { SessionView } from "../../../src/contract/playtest-api.ts";
import { Badge, OutcomeBadge, ScoreBar, money, count } from "../ui/index.ts";
import { StopButton } from "./stop-button.tsx";

/** What session this is, in two lines. */
export function SessionHeader({ view }: { view: SessionView }) {
  const { id, story, prompt, narrator, outcome, live, why, turns, pulses, overall, interval, cost, house, brokenByPlayers, branchedFrom } = view.card;
  return (
    <header className="session-header">
      <div className="session-name">
        <h1>
          {story} <span className="muted">·</span> {prompt} <span className="muted">·</span> {narrator}
        </h1>
        <p className="muted small">
          {id}
          {branchedFrom && (
            <>
              {" "}
              · a branch of <Link href={`/sessions/${encodeURIComponent(parentOf(view) ?? branchedFrom.sessionId)}?turn=${branchedFrom.turn}`}>{branchedFrom.sessionId}</Link> at turn {branchedFrom.turn}
              {branchedFrom.changed.length > 0 && ` (${branchedFrom.changed.join(", ")})`}
            </>
          )}
        </p>
      </div>
      <div className="session-facts">
        <OutcomeBadge outcome={outcome} live={live} why={why} />
        {house && <Badge title="Embedded actors reading a script: no evidence about a prompt">house cast</Badge>}
        {brokenByPlayers && <Badge tone="warn">broken by its players</Badge>}
        <span className="number">{count(Math.max(turns, view.turns.length), "turn")}</span>
        <span className="number">
          {pulses.detected}/{pulses.expected} pulses
        </span>
        <span className="number">{money(cost)}</span>
        <ScoreBar score={overall} interval={interval} />
        {live && <StopButton id={id} />}
      </div>
    </header>
  );
}

/** The parent's id as the API knows it, where it is still there. */
const parentOf = ({ card, branches }: SessionView): string | undefined => branches.find(({ id }) => id === card.id)?.parent ?? undefined;
