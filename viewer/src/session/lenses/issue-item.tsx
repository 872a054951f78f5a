import { useEffect, useRef } from "react";
import type { Issue } from "../../../../src/contract/index.ts";
import { Badge, asCut, percent, words } from "../../ui/index.ts";

/** Those above it get their height when they come near. */
const FRAMES = 12;

/** One issue with its quotes. The chosen one comes into sight. */
export function IssueItem({
  issue,
  chosen,
  choose,
}: {
  issue: Issue;
  chosen: boolean;
  choose: (turn: number) => void;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    let frame = 0;
    const show = (again: number) => {
      item.current?.scrollIntoView({ block: "nearest" });
      if (again > 0) frame = requestAnimationFrame(() => show(again - 1));
    };
    if (chosen) show(FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  return (
    <li ref={item} className={chosen ? "chosen" : undefined} aria-current={chosen ? "true" : undefined}>
      <button
        type="button"
        className="issue-head"
        onClick={() => choose(issue.turn)}
        title="Show it in the transcript"
      >
        <span className="turn-number">{issue.turn}</span>
        <Badge tone={issue.severity === "error" ? "bad" : "warn"}>{issue.severity}</Badge>
        <b>{words(issue.type)}</b>
        {issue.by && issue.by !== "narrator" && (
          <Badge title="Not the narrator's doing: it counts in no score">by the {issue.by}</Badge>
        )}
        <span className="muted small number">{percent(issue.confidence)} sure</span>
      </button>
      <p>{issue.description}</p>
      {issue.evidence.map(({ turn, text }, at) => (
        <blockquote key={at}>
          <button type="button" className="quiet" onClick={() => choose(turn)}>
            Turn {turn}
          </button>
          <q>{asCut(text)}</q>
        </blockquote>
      ))}
      <p className="muted small">Source: {issue.source}</p>
    </li>
  );
}
