import type { ReactNode } from "react";
import type { SessionCard } from "../../../src/contract/index.ts";
import { type Picked } from "../experiments/index.ts";
import { fromTurnOf } from "../replay/index.ts";
import {
  Badge,
  count,
  HouseBadge,
  money,
  NOT_KNOWN,
  OutcomeBadge,
  Row,
  score,
  ScoreBar,
  when,
  words,
} from "../ui/index.ts";
import { sessionTitle } from "./session-title.ts";

/** A session in a list. One without a readable turn says why and is not a link. */
export function SessionRow({ session, picked }: { session: SessionCard; picked: Picked }) {
  const { id, turns, unreadable, house } = session;
  if (unreadable !== undefined && turns === 0)
    return (
      <Row
        table
        className="session-row"
        title={id}
        sub={<span className="problem-text">{unreadable}</span>}
        cells={[<Badge tone="bad">unreadable</Badge>]}
      />
    );
  const { lead, rest } = sessionTitle(session);
  return (
    <Row
      table
      className="session-row"
      href={`/sessions/${encodeURIComponent(id)}`}
      title={lead}
      sub={
        <>
          <span className="cut" title={id}>
            {[...rest, id].join(" · ")}
          </span>
          {house && <HouseBadge />}
        </>
      }
      cells={cellsOf(session)}
    >
      <Tick id={id} lead={lead} picked={picked} />
    </Row>
  );
}

/** In the order of the head of columns. */
function cellsOf(session: SessionCard): ReactNode[] {
  const { turns, pulses, overall, cost, lastAt } = session;
  // A branch's numbers cover the turns that it played itself.
  const fromTurn = fromTurnOf(session);
  const own = Math.max(0, turns - fromTurn);
  return [
    <OutcomeBadge {...session} />,
    <span data-label={own === 1 ? "turn" : "turns"}>
      {own}
      {fromTurn > 0 && <span className="own"> own</span>}
    </span>,
    <span data-label="beats told">
      {pulses.expected === undefined || pulses.detected === null ? (
        <span
          className="not-known"
          title={`beats: ${pulses.expected === undefined ? "none in the guide" : "not identified"}`}
        >
          {NOT_KNOWN}
        </span>
      ) : (
        `${pulses.detected}/${pulses.expected}`
      )}
    </span>,
    <PointsLost session={session} />,
    <span data-label={fromTurn > 0 ? undefined : "overall"}>
      <ScoreBar score={overall} />
      {fromTurn > 0 && overall !== null && (
        <span className="own" title="Over its own turns, craft is all there is to score">
          {" "}
          craft
        </span>
      )}
    </span>,
    cost === null ? <span className="not-known">{NOT_KNOWN}</span> : money(cost),
    <span className="muted">{when(lastAt)}</span>,
  ];
}

const PointsLost = ({ session: { issues, errors, pointsLost, worst } }: { session: SessionCard }) => (
  <span className={errors > 0 ? "problem-text" : undefined}>
    <span
      data-label="points lost"
      className={issues === null && !worst ? "not-known" : undefined}
      title={
        issues === null
          ? "No problem found by mechanical checks; no reader model checked this session"
          : count(issues, "finding")
      }
    >
      {issues === null ? "–" : score(pointsLost)}
    </span>
    {worst && (
      <span className="worst" title="The costliest problem">
        {words(worst.kind)}, turn {worst.turn}
      </span>
    )}
  </span>
);

/** Above the row's link: a tick must not follow it. */
function Tick({ id, lead, picked: { picked, pick, full } }: { id: string; lead: string; picked: Picked }) {
  const ticked = picked.includes(id);
  return (
    <label className="tick" title="Select two to compare (x)">
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
