import { Link } from "wouter";
import type { SessionCard } from "../../../src/contract/playtest-api.ts";
import { Badge, OutcomeBadge, ScoreBar, money, when } from "../ui/index.ts";

/** A session in a list. One whose files cannot be used says why, and leads nowhere. */
export function SessionRow({ session }: { session: SessionCard }) {
  if (session.unreadable === undefined) return <ReadableRow session={session} />;
  return (
    <div className="session-row unreadable">
      <span className="what">
        <span className="title">{session.id}</span>
        <span className="sub">{session.unreadable}</span>
      </span>
      <Badge tone="bad">unreadable</Badge>
    </div>
  );
}

function ReadableRow({ session }: { session: SessionCard }) {
  const { id, story, prompt, narrator, outcome, why, live, turns, pulses, issues, errors, overall, interval, cost, at, house, brokenByPlayers, branchedFrom } = session;
  return (
    <Link href={`/sessions/${encodeURIComponent(id)}`} className="session-row">
      <span className="what">
        <span className="title">
          {story} <span className="muted">·</span> {prompt} <span className="muted">·</span> {narrator}
        </span>
        <span className="sub muted">
          {branchedFrom ? `branch at turn ${branchedFrom.turn}${branchedFrom.changed.length > 0 ? `: ${branchedFrom.changed.join(", ")}` : ""}` : id}
          {house && <Badge title="Embedded actors: no evidence about a prompt">house</Badge>}
          {brokenByPlayers && <Badge tone="warn">broken by its players</Badge>}
        </span>
      </span>
      <span className="outcome">
        <OutcomeBadge outcome={outcome} live={live} why={why} />
      </span>
      <span className="number" data-label="turns">
        {turns}
      </span>
      <span className="number" data-label="pulses">
        {pulses.detected}/{pulses.expected}
      </span>
      <span className={`number issues ${errors > 0 ? "has-errors" : ""}`} data-label={issues === 1 ? "issue" : "issues"} title={errors > 0 ? `${errors} of them errors` : undefined}>
        {issues}
      </span>
      <span className="score">
        <ScoreBar score={overall} interval={interval} />
      </span>
      <span className="number cost">{money(cost)}</span>
      <span className="number muted at">{when(at)}</span>
    </Link>
  );
}
