import { Link } from "wouter";
import type { SessionCard } from "../../../src/contract/index.ts";
import { branchName, inheritedWords } from "../replay/index.ts";
import { Badge, OutcomeBadge, ScoreBar, count, money, when } from "../ui/index.ts";

/** A session in a list. An unreadable one says why and is not a link. */
export function SessionRow({ session }: { session: SessionCard }) {
  if (session.unreadable === undefined) return <ReadableRow session={session} />;
  return (
    <div className="session-row unreadable" tabIndex={0}>
      <span className="what">
        <span className="title">{session.id}</span>
        <span className="sub">{session.unreadable}</span>
      </span>
      <Badge tone="bad">unreadable</Badge>
    </div>
  );
}

function ReadableRow({ session }: { session: SessionCard }) {
  const {
    id,
    story,
    prompt,
    narrator,
    outcome,
    why,
    live,
    turns,
    pulses,
    issues,
    errors,
    overall,
    cost,
    at,
    house,
    brokenByPlayers,
    branchedFrom,
    scoresCover,
    damage = [],
  } = session;
  const inherited = inheritedWords(session);
  return (
    <Link href={`/sessions/${encodeURIComponent(id)}`} className="session-row">
      <span className="what">
        <span className="title">
          {story} <span className="muted">·</span> {prompt} <span className="muted">·</span> {narrator}
        </span>
        <span className="sub muted">
          <span className="cut" title={id}>
            {branchedFrom
              ? `branch after turn ${branchedFrom.turn}: ${branchName(branchedFrom)}, of ${branchedFrom.sessionId}`
              : id}
          </span>
          {house && <Badge title="Scripted players and narrator: not evidence about a prompt">house</Badge>}
          {brokenByPlayers && <Badge tone="warn">broken by its players</Badge>}
          {damage.length > 0 && (
            <Badge
              tone="bad"
              title={damage.map(({ file, what, remedy }) => `${file}: ${what} ${remedy}`).join("\n")}
            >
              damaged
            </Badge>
          )}
        </span>
        {inherited !== null && <span className="sub whole muted">{inherited}</span>}
      </span>
      <span className="outcome">
        <OutcomeBadge outcome={outcome} live={live} why={why} />
      </span>
      <span className="number" data-label="turns">
        {turns}
      </span>
      <span className="number" data-label="pulses">
        {pulses.expected === undefined ? (
          <span title="beats: none in the guide">–</span>
        ) : (
          `${pulses.detected}/${pulses.expected}`
        )}
      </span>
      <span className={`number issues ${errors > 0 ? "has-errors" : ""}`}>
        <span
          data-label={issues === 1 ? "issue" : "issues"}
          title={issues === null ? "No issues found by code; no reader checked this session" : undefined}
        >
          {issues ?? "–"}
        </span>
        {errors > 0 && <span className="errors">{count(errors, "error")}</span>}
      </span>
      <span className="score">
        <ScoreBar score={overall} covers={scoresCover} />
      </span>
      <span className="number cost">{money(cost)}</span>
      <span className="number muted at">{when(at)}</span>
    </Link>
  );
}
