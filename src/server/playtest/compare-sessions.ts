/** Sessions side by side for /api/compare, and why some have no partner. */
import { setImmediate } from "node:timers/promises";
import type { ComparisonView } from "../../contract/index.ts";
import {
  compareSessionArms,
  compareSessions,
  measureTurns,
  pastOf,
  recommendComparison,
  weightsOf,
  type ArmComparison,
  type Compared,
  type MetricName,
} from "../../playtest/index.ts";
import { FEWEST_PAIRS } from "../../kernel/stats/index.ts";
import { invalid } from "../problem.ts";
import type { IndexedSession } from "./session-index.ts";
import type { OpenSession } from "./session-reader.ts";

/** Measuring more turns would block other requests for a second. */
const MOST_TURNS = 6_000;

/** Sessions side by side, as in `rehearse compare`, by their ids. Other requests are served in between. */
export async function compareForView(
  sessions: ReadonlyArray<{ session: IndexedSession; open: OpenSession }>,
  primary: MetricName,
): Promise<ComparisonView> {
  const turns = sessions.reduce((sum, { open }) => sum + open.state.records.length, 0);
  if (turns > MOST_TURNS)
    throw invalid([
      {
        field: "sessions",
        in: "query",
        message: `these sessions have ${turns} turns in total; at most ${MOST_TURNS} can be compared: choose fewer sessions`,
      },
    ]);
  const compared = sessions.map(({ session: { dir }, open }) => comparedOf(dir, open));
  const { sessions: told, rescored: _, ...rest } = compareSessions(compared);
  await setImmediate();
  const comparisons = compareSessionArms(compared, { primary });
  await setImmediate();
  const unpaired = whyUnpaired(compared, comparisons);
  return {
    ...rest,
    sessions: told.map(({ outcome, branchedFrom, whole, shared, issues }, at) => {
      const from = (branchedFrom?.turn ?? 0) + 1;
      const { state } = compared[at]!;
      const own =
        from === 1
          ? { from, to: state.turn, numbers: whole }
          : from > state.turn
            ? null
            : { from, to: state.turn, numbers: measureTurns(compared[at]!, { from, to: state.turn }) };
      return {
        id: sessions[at]!.session.id,
        outcome,
        branchedFrom: state.branchedFrom ?? null,
        whole,
        own,
        shared,
        issues: issues.filter(({ turn }) => turn >= from),
        hints: state.hints.filter(({ turn }) => turn >= from),
      };
    }),
    comparisons,
    fewestPairs: FEWEST_PAIRS,
    recommendation: recommendComparison(comparisons, {
      house: sessions.some(({ session }) => session.card.house),
      unpaired,
    }),
    ...(unpaired !== undefined && { unpaired }),
  };
}

/** From the same result that the session's own page shows. */
const comparedOf = (dir: string, { state, result }: OpenSession): Compared => ({
  dir,
  state,
  totals: result.totals,
  outcome: result.outcome,
  ...(result.metrics && { quality: result.metrics.quality, weights: weightsOf(result.metrics.composite) }),
});

/** Why no session of one arm has a partner in another; undefined: some have. */
function whyUnpaired(
  sessions: readonly Compared[],
  comparisons: readonly ArmComparison[],
): string | undefined {
  if (comparisons.some(({ paired }) => paired > 0)) return undefined;
  if (comparisons.length === 0)
    return "These sessions have the same prompt, story guide and models, so any difference is chance.";
  const dice = new Set(sessions.map(({ state: { config } }) => `${config.seed}/${config.replicate}`));
  const points = sessions.flatMap(({ state }) =>
    state.branchedFrom ? [pastOf(state, state.branchedFrom.turn)] : [],
  );
  if (points.length > 0) {
    if (new Set(points).size > 1)
      return "Branches are paired if they start from the same turn of the same session. These do not.";
    return dice.size > 1
      ? "Branches are paired if they have the same dice. These do not: the first branch of a replay has its parent's dice, later branches have their own. Replay both changes with the same number of branches, then compare first with first and second with second."
      : "No two branches start from the same turn.";
  }
  if (dice.size > 1)
    return "Sessions are paired if the same group has the same dice. These have different seeds.";
  return "Sessions are paired if the same group finished the same story with the same dice. These did not.";
}
