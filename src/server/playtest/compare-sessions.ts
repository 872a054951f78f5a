/** Sessions side by side for /api/compare: as in `rehearse compare`, by their ids. */
import type { ComparisonView } from "../../contract/index.ts";
import { compareSessions, type Compared } from "../../playtest/index.ts";
import { withPlaces } from "./with-places.ts";

export function compareForView(sessions: ReadonlyArray<Compared & { id: string }>): ComparisonView {
  const { sessions: compared, verdict, ...comparison } = compareSessions(sessions);
  const ids = new Map(sessions.map(({ id, result }) => [result.sessionId, id]));
  return {
    ...comparison,
    verdict: withPlaces(verdict, (name) => ids.get(name)),
    sessions: compared.map(({ outcome, branchedFrom, turns: covered, score }, at) => {
      const { id, result, state } = sessions[at]!;
      const players = state.config.group.players.map(({ name }) => name);
      const { issues, hints = [] } = result;
      return { id, outcome, branchedFrom, players, turns: covered, score, issues, hints };
    }),
  };
}
