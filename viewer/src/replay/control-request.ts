import type { EstimateView, JobView, ReplayRequest, SessionView } from "../../../src/contract/index.ts";
import { money } from "../ui/index.ts";
import { costWords } from "./estimate.tsx";

/**
 * The same replay without the change: the same dice, turns, budget, players and reader, so that its branches pair with the
 * job's. The change is the text if it was edited, otherwise the narrator.
 */
export function controlRequest(
  { card, branches }: Pick<SessionView, "branches"> & { card: Pick<SessionView["card"], "id"> },
  { from, sessions, budget }: Pick<JobView, "from" | "sessions" | "budget">,
  times: number,
): ReplayRequest {
  const played = branches
    .filter(({ id }) => sessions.includes(id))
    .map(({ turns, fromTurn }) => turns - fromTurn);
  const { text, narrator, ...cast } = from?.changed ?? {};
  return {
    session: card.id,
    turn: from?.turn ?? 0,
    times,
    turns: Math.max(1, ...played),
    ...(from?.seed !== undefined && { seed: from.seed }),
    ...(budget !== undefined && { budget }),
    ...(text && narrator !== undefined && { narrator }),
    ...cast,
  };
}

/** The budget stops what would cost more. */
export function atMostWords(estimate: EstimateView, budget: number | undefined): string {
  const { high, unpriced } = estimate;
  if (unpriced.length > 0 || high === 0) return costWords(estimate);
  return `Costs at most ${money(Math.min(high, budget ?? high))}`;
}
