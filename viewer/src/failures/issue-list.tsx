import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { IssueRow } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { asCut, Badge, percent, useListKeys, useTop, words } from "../ui/index.ts";

/** Ten thousand rows: only those in sight are rendered, and pages are fetched shortly before they are needed. */
export function IssueList({ issues, more }: { issues: readonly IssueRow[]; more?: () => void }) {
  const box = useRef<HTMLUListElement>(null);
  const top = useTop(box);
  const rows = useWindowVirtualizer({
    count: issues.length,
    estimateSize: () => 92,
    overscan: 10,
    scrollMargin: top,
  });
  const { list, onKeyDown } = useListKeys({
    count: issues.length,
    show: (index) => rows.scrollToIndex(index, { align: "auto" }),
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > issues.length - 40) more?.();
  }, [last, more, issues.length]);
  return (
    <div className="rows" ref={list} onKeyDown={onKeyDown}>
      <ul ref={box} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const issue = issues[index];
          return (
            issue && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-row={index}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <IssueEntry issue={issue} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** One issue, with the words that show it; the whole row leads to its turn. Scrolling draws only rows that are new. */
const IssueEntry = memo(function IssueEntry({
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
        {by && by !== "narrator" && (
          <Badge title="Not the narrator's doing: it counts in no score">by the {by}</Badge>
        )}
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
