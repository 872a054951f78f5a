import type { SessionView, Issue } from "../../../src/contract/index.ts";

type PlacedIssue = {
  issue: Issue;
  /** In the session's own list: what the address carries. */ index: number;
};

/** The issues of a session's own turns: what stands in the turns that a branch took over is its parent's. */
export const ownIssues = ({ result }: Pick<SessionView, "result">): PlacedIssue[] =>
  result.issues.map((issue, index) => ({ issue, index }));

/** The next of a list after the chosen one, round and round; the first where none is chosen. */
export function nextIssue(
  issues: readonly PlacedIssue[],
  chosen: number | null,
  by: 1 | -1,
): PlacedIssue | undefined {
  const at = issues.findIndex(({ index }) => index === chosen);
  return at < 0 ? issues.at(by > 0 ? 0 : -1) : issues[(at + by + issues.length) % issues.length];
}
