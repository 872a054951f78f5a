import { pairsNeeded } from "../../../../kernel/stats/index.ts";

/** With more than this, the difference is too small to matter. */
const MOST_GROUPS = 2_000;

/** The groups of players to add so that a true difference as large as the observed one is found with 80 % power. Null: too many, or no difference. */
export function moreGroups({
  pairs,
  effectSize,
  alpha,
  comparisons,
}: {
  pairs: number;
  effectSize: number | null;
  alpha: number;
  comparisons: number;
}): number | null {
  if (!effectSize || !Number.isFinite(effectSize)) return null;
  const needed = pairsNeeded({ effect: Math.max(1e-3, Math.abs(effectSize)), alpha: alpha / comparisons });
  return needed - pairs > MOST_GROUPS ? null : Math.max(1, needed - pairs);
}
