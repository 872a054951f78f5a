import { useEffect, useRef } from "react";
import type { Issue } from "../../../../src/contract/issue.ts";
import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { Badge, Empty, percent } from "../../ui/index.ts";

export type IssuesLensProps = { view: SessionView; chosen: number | null; choose: (issue: number, turn: number) => void };

/** What went wrong, each with the words it rests on. A click marks them in the transcript. */
export function IssuesLens({ view: { result }, chosen, choose }: IssuesLensProps) {
  const { issues, hints = [], unconfirmed = [] } = result;
  const doubtful = unconfirmed.reduce((sum, { count }) => sum + count, 0);
  if (issues.length + hints.length === 0) return <Empty title="Nothing was found">The detectors looked at every turn. What they can miss is in the guide: run rehearse bench detectors.</Empty>;
  return (
    <div className="lens">
      <ol className="issue-list">
        {issues.map((issue, at) => (
          <IssueItem key={at} issue={issue} chosen={chosen === at} choose={(turn) => choose(at, turn)} />
        ))}
      </ol>
      {hints.length > 0 && (
        <details>
          <summary>{hints.length} hints, which count for nothing</summary>
          <ol className="issue-list">
            {hints.map((hint, at) => (
              <IssueItem key={at} issue={hint} chosen={false} choose={(turn) => choose(-1, turn)} />
            ))}
          </ol>
        </details>
      )}
      {doubtful > 0 && <p className="muted small">{doubtful} more were left in doubt: only a model could have confirmed them.</p>}
    </div>
  );
}

function IssueItem({ issue, chosen, choose }: { issue: Issue; chosen: boolean; choose: (turn: number) => void }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <li ref={item} className={chosen ? "chosen" : undefined} aria-current={chosen ? "true" : undefined}>
      <button type="button" className="issue-head" onClick={() => choose(issue.turn)} title="Show it in the transcript">
        <span className="turn-number">{issue.turn}</span>
        <Badge tone={issue.severity === "error" ? "bad" : "warn"}>{issue.type}</Badge>
        {issue.by && issue.by !== "narrator" && <Badge>by the {issue.by}</Badge>}
        <span className="muted small number">{percent(issue.confidence)} sure</span>
      </button>
      <p>{issue.description}</p>
      {issue.evidence.map(({ turn, text }, at) => (
        <blockquote key={at}>
          <button type="button" className="quiet" onClick={() => choose(turn)}>
            Turn {turn}
          </button>
          <q>{text}</q>
        </blockquote>
      ))}
      <p className="muted small">found by {issue.source}</p>
    </li>
  );
}
