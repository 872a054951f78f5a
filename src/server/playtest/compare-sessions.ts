/** Sessions side by side for /api/compare: as in `rehearse compare`, by their ids. */
import type { ComparisonView } from "../../contract/index.ts";
import { compareSessions, type Compared } from "../../playtest/index.ts";
import { invalid } from "../problem.ts";

/** Measuring more turns would block other requests for a second. */
const MOST_TURNS = 6_000;

export function compareForView(sessions: ReadonlyArray<Compared & { id: string }>): ComparisonView {
  const turns = sessions.reduce((sum, { state }) => sum + state.records.length, 0);
  if (turns > MOST_TURNS)
    throw invalid(
      "sessions",
      `these sessions have ${turns} turns in total; at most ${MOST_TURNS} can be compared: choose fewer sessions`,
    );
  const { sessions: compared, ...comparison } = compareSessions(sessions);
  return {
    ...comparison,
    sessions: compared.map(({ outcome, branchedFrom, turns: covered, score }, at) => {
      const { id, result } = sessions[at]!;
      const { issues, hints = [] } = result;
      return { id, outcome, branchedFrom, turns: covered, score, issues, hints };
    }),
  };
}
