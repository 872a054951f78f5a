import type { SessionView, Issue } from "../../../src/contract/index.ts";

type PlacedIssue = {
  issue: Issue;
  /** Index in the session's full list of issues, as used in the address. */ index: number;
};

/** The issues of a session's own turns. Those of inherited turns belong to the parent. */
export const ownIssues = ({ result }: Pick<SessionView, "result">): PlacedIssue[] =>
  result.issues.map((issue, index) => ({ issue, index }));

/** The item after the chosen one, wrapping around; the first if none is chosen. */
export function nextIssue(
  issues: readonly PlacedIssue[],
  chosen: number | null,
  by: 1 | -1,
): PlacedIssue | undefined {
  const at = issues.findIndex(({ index }) => index === chosen);
  return at < 0 ? issues.at(by > 0 ? 0 : -1) : issues[(at + by + issues.length) % issues.length];
}
