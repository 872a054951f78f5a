import { setImmediate } from "node:timers/promises";
import type { ComparisonView } from "../../contract/index.ts";
import {
  compareSessionArms,
  compareSessions,
  measureTurns,
  weightsOf,
  type Compared,
  type MetricName,
} from "../../playtest/index.ts";
import { invalid } from "../refuse-invalid.ts";
import type { IndexedSession } from "./session-index.ts";
import type { OpenSession } from "./session-reader.ts";
import { whyUnpaired } from "./why-unpaired.ts";

/** Measuring more turns than this would hold up everybody else for a second. */
const MOST_TURNS = 6_000;

/** Sessions side by side, as `rehearse compare` has them, by their ids. Others get their turn in between. */
export async function compareThese(
  sessions: ReadonlyArray<{ session: IndexedSession; open: OpenSession }>,
  primary: MetricName,
): Promise<ComparisonView> {
  const turns = sessions.reduce((sum, { open }) => sum + open.state.records.length, 0);
  if (turns > MOST_TURNS)
    throw invalid([
      {
        field: "sessions",
        in: "query",
        message: `these have ${turns} turns together, and ${MOST_TURNS} can be compared at once: name fewer of them`,
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
    sessions: told.map(({ outcome, branchedFrom, whole, shared, issues, brokenBy }, at) => {
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
        branchedFrom,
        whole,
        own,
        shared,
        issues: issues.filter(({ turn }) => turn >= from),
        brokenBy,
      };
    }),
    comparisons,
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
