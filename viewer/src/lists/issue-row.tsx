import { memo } from "react";
import { Link } from "wouter";
import type { IssueRow as Issue, Quote } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { editLink, editWords } from "../replay/index.ts";
import { namesOf } from "./session-title.ts";
import {
  count,
  foundWords,
  HouseBadge,
  kindTitle,
  Quotes,
  Row,
  Severity,
  turnSpan,
  when,
} from "../ui/index.ts";

/** One finding with the quotes of both sides. Memoised, so that scrolling renders only new rows. */
export const IssueRow = memo(function IssueRow({ issue }: { issue: Issue }) {
  const { session, index, turn, lastTurn, pointsLost, kind, severity, description } = issue;
  const { at, observed, house } = issue;
  return (
    <Row
      className="issue-row"
      href={withQuery(`/sessions/${encodeURIComponent(session)}`, { turn, lens: "issues", issue: index })}
      title={`${kindTitle(kind)} in ${turnSpan(turn, lastTurn)}, ${count(pointsLost, "point")} lost`}
      marks={
        <>
          <Severity severity={severity} />
          {house && <HouseBadge />}
          <span className="where muted small">
            {[namesOf(issue), at === undefined ? "" : when(at)].filter(Boolean).join(" · ")}
          </span>
        </>
      }
    >
      <p>{description}</p>
      <Quotes quotes={sidesOf(issue)} />
      <div className="row-head small">
        <span className="muted">{foundWords(issue)}</span>
        {!observed && (
          <Link className="above where" href={editLink(session, { turn, issue: index })}>
            {editWords(turn)}
          </Link>
        )}
      </div>
    </Row>
  );
});

/** The quote it is compared with, then the one of its own turn: the earliest and the latest if there are more. */
function sidesOf({ turn, evidence }: Issue): Quote[] {
  const own = evidence.findLast((quote) => quote.turn === turn) ?? evidence.at(-1);
  const other = evidence.find((quote) => quote !== own && quote.text !== own?.text);
  return [other, own].flatMap((quote) => quote ?? []).sort((a, b) => a.turn - b.turn);
}
