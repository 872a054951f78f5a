import type { IssueKindView } from "../../../src/contract/index.ts";
import { kindWords } from "../../../src/contract/playtest/finding-words.ts";
import { Badge, count, titled, useListKeys } from "../ui/index.ts";
import { IssueEntry } from "./issue-entry.tsx";

/** One section per kind, the one that cost most first: how much it affects, its worst and its newest example. */
export function KindSections({
  kinds,
  choose,
}: {
  kinds: readonly IssueKindView[];
  choose: (kind: string) => void;
}) {
  const examples = kinds.flatMap(({ worst, newest }) => (newest ? [worst, newest] : [worst]));
  const { list, onKeyDown } = useListKeys({
    count: examples.length,
    show: (index) =>
      list.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: "nearest" }),
  });
  const rowOf = new Map(examples.map((issue, row) => [issue, row]));
  return (
    <div ref={list} onKeyDown={onKeyDown}>
      {kinds.map(({ kind, episodes, pointsLost, sessions, worst, newest }) => (
        <section key={kind} className="issue-kind" aria-labelledby={`kind-${kind}`}>
          <div className="kind-head">
            <h2 id={`kind-${kind}`}>{titled(kindWords(kind))}</h2>
            <Badge tone={pointsLost > 0 ? "bad" : "calm"}>{count(pointsLost, "point")} lost</Badge>
            <span className="muted small">
              {count(episodes, "finding")} in {count(sessions, "session")}
            </span>
            <button type="button" className="quiet" onClick={() => choose(kind)}>
              {episodes <= (newest ? 2 : 1)
                ? "Show only this kind"
                : `Show all ${episodes.toLocaleString("en")}`}
            </button>
          </div>
          <div className="rows">
            {[worst, ...(newest ? [newest] : [])].map((issue, at) => (
              <div key={`${issue.session}/${issue.index}`} data-row={rowOf.get(issue)}>
                {newest ? (
                  <IssueEntry issue={issue} example={at === 0 ? "worst" : "newest"} />
                ) : (
                  <IssueEntry issue={issue} />
                )}
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
