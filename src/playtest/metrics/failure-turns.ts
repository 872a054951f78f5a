import { hintType, type Issue } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

/** Only hints so far: their error rate is not known, so that they are counted and no score rests on them. */
const unscored: ReadonlySet<string> = new Set(hintType.options);

/** What players give away no narrator can keep. */
export const isNarrators = ({ by = "narrator" }: Pick<Issue, "by">): boolean => by === "narrator";

/** The narrator's. A forced segue is the tangents' business, and counts in their part of the score. */
export const isFailure = (issue: Pick<Issue, "type" | "by">): boolean =>
  isNarrators(issue) && issue.type !== "forced-return" && !unscored.has(issue.type);

/**
 * How many failures each turn suffers from. Most are over with their turn. A stall is reported a few times however long
 * it is, and lasts until the story moves on: who stands still for ninety turns has not failed three times.
 */
export function failureTurns({
  records,
  issues,
}: Pick<SessionState, "records" | "issues">): Map<number, number> {
  const failures = Map.groupBy(issues.filter(isFailure), ({ turn }) => turn);
  let stalled = false;
  return new Map(
    records.map(({ turn, pulse, ownBeat }) => {
      const found = failures.get(turn) ?? [];
      stalled = found.some(({ type }) => type === "stuck") || (stalled && pulse === undefined && !ownBeat);
      return [turn, found.filter(({ type }) => type !== "stuck").length + Number(stalled)];
    }),
  );
}
