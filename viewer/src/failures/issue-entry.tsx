import { memo } from "react";
import { Link } from "wouter";
import type { IssueRow } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { asCut, Badge, percent, words } from "../ui/index.ts";

/** One issue and its evidence; the whole row links to its turn. Memoised, so that scrolling renders only new rows. */
export const IssueEntry = memo(function IssueEntry({
  issue: {
    session,
    index,
    turn,
    type,
    severity,
    description,
    evidence,
    confidence,
    source,
    by,
    story,
    prompt,
    narrator,
  },
}: {
  issue: IssueRow;
}) {
  const quote = evidence.findLast((one) => one.turn === turn) ?? evidence[0];
  return (
    <Link
      href={withQuery(`/sessions/${encodeURIComponent(session)}`, { turn, lens: "issues", issue: index })}
      className="row-link issue-entry"
    >
      <span className="head">
        <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge>
        <b>{words(type)}</b>
        {by && by !== "narrator" && <Badge title="Not caused by the narrator; not scored">by the {by}</Badge>}
        <span className="where muted">
          {story} · {prompt} · {narrator} · turn {turn}
        </span>
      </span>
      <span className="says">{description}</span>
      {quote && <q className="muted">{asCut(quote.text)}</q>}
      <span className="source muted small">
        Found by: {source}, {percent(confidence)} sure
      </span>
    </Link>
  );
});
