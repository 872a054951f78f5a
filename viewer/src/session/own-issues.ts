import type { SessionView } from "../../../src/contract/playtest-api.ts";
import type { Issue } from "../../../src/contract/issue.ts";

export type PlacedIssue = {
  issue: Issue;
  /** In the session's own list: what the address carries. */ index: number;
};

/** A branch's own issues, and those of the turns that it took over. */
export function ownIssues({ card, result }: Pick<SessionView, "card" | "result">): {
  own: PlacedIssue[];
  inherited: PlacedIssue[];
} {
  const from = card.inherited?.turns ?? card.branchedFrom?.turn ?? 0;
  const placed = result.issues.map((issue, index) => ({ issue, index }));
  return {
    own: placed.filter(({ issue }) => issue.turn > from),
    inherited: placed.filter(({ issue }) => issue.turn <= from),
  };
}

/** The next of a list after the chosen one, round and round; the first where none is chosen. */
export function nextIssue(
  issues: readonly PlacedIssue[],
  chosen: number | null,
  by: 1 | -1,
): PlacedIssue | undefined {
  const at = issues.findIndex(({ index }) => index === chosen);
  return at < 0 ? issues.at(by > 0 ? 0 : -1) : issues[(at + by + issues.length) % issues.length];
}
