import type { SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Empty } from "../../ui/index.ts";
import { ownIssues } from "../own-issues.ts";
import { IssueItem } from "./issue-item.tsx";
import { ReadBy } from "./read-by.tsx";

export type IssuesLensProps = {
  view: SessionView;
  chosen: number | null;
  choose: (issue: number | null, turn: number) => void;
};

/** What went wrong, each with the words it rests on. A click marks them in the transcript. */
export function IssuesLens({ view, chosen, choose }: IssuesLensProps) {
  const { hints = [], read } = view.result;
  const own = ownIssues(view);
  if (own.length + hints.length === 0 && exported?.isPublic)
    return (
      <Empty title="No issues in this file">A public file leaves out issues that would reveal secrets.</Empty>
    );
  if (own.length + hints.length === 0)
    return (
      <div className="lens">
        <Empty title="No issues found">
          <ReadBy read={read} />
        </Empty>
      </div>
    );
  return (
    <div className="lens">
      <ReadBy read={read} />
      {own.length === 0 && <p className="muted">No issues found.</p>}
      <ol className="issue-list">
        {own.map(({ issue, index }) => (
          <IssueItem
            key={index}
            issue={issue}
            chosen={chosen === index}
            choose={(turn) => choose(index, turn)}
          />
        ))}
      </ol>
      {hints.length > 0 && (
        <details>
          <summary>Hints (not scored): {hints.length}</summary>
          <ol className="issue-list">
            {hints.map((hint, at) => (
              <IssueItem key={at} issue={hint} chosen={false} choose={(turn) => choose(null, turn)} />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
