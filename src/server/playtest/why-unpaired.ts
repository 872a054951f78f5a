import { pastOf, type ArmComparison, type Compared } from "../../playtest/index.ts";

/** Why no session of one arm has a partner in another; undefined: some have. */
export function whyUnpaired(
  sessions: readonly Compared[],
  comparisons: readonly ArmComparison[],
): string | undefined {
  if (comparisons.some(({ paired }) => paired > 0)) return undefined;
  if (comparisons.length === 0)
    return "These sessions have the same prompt, story guide and narrator: there is nothing to hold against each other, only luck.";
  const dice = new Set(sessions.map(({ state: { config } }) => `${config.seed}/${config.replicate}`));
  const points = sessions.flatMap(({ state }) =>
    state.branchedFrom ? [pastOf(state, state.branchedFrom.turn)] : [],
  );
  if (points.length > 0) {
    if (new Set(points).size > 1)
      return "Branches are paired where they start from the same turn of the same past, and these do not.";
    return dice.size > 1
      ? "Branches are paired where they have the same dice, and these have others: the first branch of a replay has its parent's, the second and later ones their own. Replay both changes with the same number of branches, and compare the first with the first, the second with the second."
      : "None of them has a partner from the same turn.";
  }
  if (dice.size > 1)
    return "Sessions are paired where the same group has the same dice, and these have other seeds.";
  return "Sessions are paired where the same group played the same story with the same dice, and these did not; or one of them is not over.";
}
