import { memo } from "react";
import { Link } from "wouter";
import type { IssueRow } from "../../../src/contract/index.ts";
import { quotedFrom } from "../../../src/contract/playtest/finding-words.ts";
import { withQuery } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { editLink, editWords } from "../replay/index.ts";
import { asCut, Badge, count, kindTitle, turnSpan, when } from "../ui/index.ts";
import { foundWords, sidesOf } from "./finding-words.ts";

/** One finding with the quotes of both sides. Memoised, so that scrolling renders only new rows. */
export const IssueEntry = memo(function IssueEntry({
  issue: {
    session,
    index,
    turn,
    lastTurn,
    pointsLost,
    kind,
    severity,
    description,
    evidence,
    confidence,
    source,
    story,
    prompt,
    narrator,
    at,
    observed,
  },
  example,
}: {
  issue: IssueRow;
  /** Why it stands for its kind. */ example?: "worst" | "newest";
}) {
  const path = `/sessions/${encodeURIComponent(session)}`;
  return (
    <article className="issue-entry">
      <div className="head">
        {example && <span className="example">{example}</span>}
        <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge>
        <Link
          className="issue-link cover-link"
          href={withQuery(path, { turn, lens: "issues", issue: index })}
        >
          {kindTitle(kind)} in {turnSpan(turn, lastTurn)}, {count(pointsLost, "point")} lost
        </Link>
        <span className="where muted">
          {[prompt, narrator, story, ...(at === undefined ? [] : [when(at)])].join(" · ")}
        </span>
      </div>
      <p className="says">{description}</p>
      {sidesOf({ turn, evidence }).map((quote) => (
        <p key={`${quote.turn} ${quote.text}`} className="side">
          <span className="muted small">{quotedFrom(quote.turn, "turn")}</span> <q>{asCut(quote.text)}</q>
        </p>
      ))}
      <div className="foot small">
        <span className="muted">{foundWords({ source, confidence })}</span>
        {!exported && !observed && (
          <Link className="edit-link" href={editLink(session, { turn, issue: index })}>
            {editWords(turn)}
          </Link>
        )}
      </div>
    </article>
  );
});
