import type { CSSProperties, ReactNode } from "react";
import { Link } from "wouter";
import type { SessionCard, VaryingPart } from "../../../src/contract/index.ts";
import type { Picked } from "../compare/use-picked.ts";
import { exported } from "../exported/index.ts";
import { Badge, OutcomeBadge, ScoreBar, count, money, score, when, words } from "../ui/index.ts";
import { sessionTitle } from "./session-title.ts";

type SessionRowProps = {
  session: SessionCard;
  /** What differs in the list; absent: not known. */ varies?: readonly VaryingPart[] | undefined;
  /** How far below its origin. */ depth?: number;
  picked: Picked;
  /** The button that shows what is folded under it. */ folded?: ReactNode;
};

/** A session in a list. One without a readable turn says why and is not a link. */
export function SessionRow({ session, varies, depth = 0, picked, folded }: SessionRowProps) {
  const { id, turns, unreadable } = session;
  if (unreadable !== undefined && turns === 0)
    return (
      <div className="session-row unreadable" style={indent(depth)}>
        <span className="what" role="cell" tabIndex={0}>
          <span className="title">{id}</span>
          <span className="sub">{unreadable}</span>
        </span>
        <span role="cell">
          <Badge tone="bad">unreadable</Badge>
        </span>
      </div>
    );
  const { lead, rest } = sessionTitle(session, varies);
  return (
    <div className="session-row" style={indent(depth)}>
      <span className="what" role="cell">
        <Link href={`/sessions/${encodeURIComponent(id)}`} className="session-link cover-link title">
          {lead}
        </Link>
        <span className="sub muted">
          {folded}
          <span className="cut" title={id}>
            {[...rest, id].join(" · ")}
          </span>
          <Marks session={session} />
        </span>
        <Tick session={session} lead={lead} picked={picked} />
      </span>
      <Numbers session={session} />
    </div>
  );
}

export const indent = (depth: number): CSSProperties => ({ "--depth": depth }) as CSSProperties;

const Marks = ({ session: { house, turns, unreadable } }: { session: SessionCard }) => (
  <>
    {house && <Badge title="Scripted players and narrator: not evidence about a prompt">house</Badge>}
    {unreadable !== undefined && (
      <Badge tone="bad" title={unreadable}>
        unreadable after turn {turns}
      </Badge>
    )}
  </>
);

function Numbers({ session }: { session: SessionCard }) {
  const { outcome, why, live, turns, pulses, overall, cost, at, inherited, scoresCover } = session;
  return (
    <>
      <span className="outcome" role="cell">
        <OutcomeBadge outcome={outcome} live={live} why={why} />
      </span>
      <OwnTurns turns={turns} inherited={inherited?.turns ?? 0} />
      <span className="number" role="cell" data-label="beats told">
        {pulses.expected === undefined ? (
          <span title="beats: none in the guide">–</span>
        ) : (
          `${pulses.detected ?? "?"}/${pulses.expected}`
        )}
      </span>
      <PointsLost session={session} />
      <span className="score" role="cell">
        <ScoreBar score={overall} covers={scoresCover} />
      </span>
      <span className="number cost" role="cell">
        {money(cost)}
      </span>
      <span className="number muted at" role="cell">
        {when(at)}
      </span>
    </>
  );
}

/** A branch's numbers cover the turns that it played itself. */
const OwnTurns = ({ turns, inherited }: { turns: number; inherited: number }) => {
  const own = Math.max(0, turns - inherited);
  return (
    <span className="number" role="cell">
      <span data-label={own === 1 ? "turn" : "turns"}>{own}</span>
      {inherited > 0 && <span className="own"> own</span>}
    </span>
  );
};

const PointsLost = ({ session: { issues, errors, pointsLost, worst } }: { session: SessionCard }) => (
  <span className={`number issues ${errors > 0 ? "has-errors" : ""}`} role="cell">
    <span
      data-label="points lost"
      title={
        issues === null
          ? "No problem found by mechanical checks; no reader model checked this session"
          : count(issues, "finding")
      }
    >
      {issues === null ? "–" : score(pointsLost)}
    </span>
    {worst && (
      <span className="worst" title="The problem that cost most">
        {words(worst.kind)}, turn {worst.turn}
      </span>
    )}
  </span>
);

/** Above the row's link: a tick must not follow it. */
function Tick({
  session: { id },
  lead,
  picked: { picked, pick, full },
}: {
  session: SessionCard;
  lead: string;
  picked: Picked;
}) {
  if (exported) return null;
  const ticked = picked.includes(id);
  return (
    <label className="tick" title="Select two or more to compare (x)">
      <input
        type="checkbox"
        checked={ticked}
        disabled={full && !ticked}
        onChange={() => pick(id)}
        aria-label={`Compare ${lead}, ${id}`}
      />
    </label>
  );
}
