import type { Issue } from "../../contract/index.ts";
import { findingKinds } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";

/** What players give away no narrator can keep. */
export const isNarrators = ({ by = "narrator" }: Pick<Issue, "by">): boolean => by === "narrator";

/** The narrator's, of a kind that counts as a failure: neither a hint nor part of the tangents' score. */
export const isFailure = (issue: Pick<Issue, "type" | "by">): boolean =>
  isNarrators(issue) && findingKinds[issue.type].scored === "failure";

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
      const lasting = found.filter(({ type }) => findingKinds[type].lasts === "until-next-beat").length;
      stalled = lasting > 0 || (stalled && pulse === undefined && !ownBeat);
      return [turn, found.length - lasting + Number(stalled)];
    }),
  );
}
