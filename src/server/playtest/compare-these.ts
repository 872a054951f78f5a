import type { ComparisonView } from "../../contract/index.ts";
import { compareSessionArms, compareSessions, readCompared, type MetricName } from "../../playtest/index.ts";
import type { IndexedSession } from "./session-index.ts";

/** Sessions side by side, as `rehearse compare` has them, by their ids. */
export function compareThese(sessions: readonly IndexedSession[], primary: MetricName): ComparisonView {
  const compared = sessions.map(({ dir }) => readCompared(dir));
  const { sessions: told, ...rest } = compareSessions(compared);
  return {
    ...rest,
    sessions: told.map(({ outcome, branchedFrom, whole, shared, issues, brokenBy }, index) => ({ id: sessions[index]!.id, outcome, branchedFrom, whole, shared, issues, brokenBy })),
    comparisons: compareSessionArms(compared, { primary }),
  };
}
