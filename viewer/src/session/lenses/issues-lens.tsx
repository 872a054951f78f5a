import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { exported } from "../../exported/index.ts";
import { Empty, count } from "../../ui/index.ts";
import { ownIssues } from "../own-issues.ts";
import { IssueItem } from "./issue-item.tsx";

export type IssuesLensProps = {
  view: SessionView;
  chosen: number | null;
  choose: (issue: number | null, turn: number) => void;
};

/** What went wrong, each with the words it rests on. A click marks them in the transcript. */
export function IssuesLens({ view, chosen, choose }: IssuesLensProps) {
  const { hints = [], unconfirmed = [] } = view.result;
  const own = ownIssues(view);
  const doubtful = unconfirmed.reduce((sum, { count }) => sum + count, 0);
  if (own.length + hints.length === 0 && exported?.isPublic)
    return (
      <Empty title="No issue is in this file">
        A public file has no issues that tell of secrets. There may have been some.
      </Empty>
    );
  if (own.length + hints.length === 0)
    return (
      <Empty title="No issue was found">
        The detectors looked at every turn. They miss some: the guide to detectors says how many.
      </Empty>
    );
  return (
    <div className="lens">
      {own.length === 0 && <p className="muted">No issue was found.</p>}
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
          <summary>{count(hints.length, "hint")}: may be wrong, not scored</summary>
          <ol className="issue-list">
            {hints.map((hint, at) => (
              <IssueItem key={at} issue={hint} chosen={false} choose={(turn) => choose(null, turn)} />
            ))}
          </ol>
        </details>
      )}
      {doubtful > 0 && (
        <p className="muted small">
          {count(doubtful, "more finding")} could not be confirmed without a model and are not counted.
        </p>
      )}
    </div>
  );
}
