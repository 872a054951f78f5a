/** The first A/B test or bisection of a workspace, as a command that works as it is printed. */
import type { SessionCard } from "../../../src/contract/index.ts";

type Known = Pick<SessionCard, "id" | "of" | "turns" | "outcome" | "live" | "unreadable">;
/** Not ready: the command plays a session to start from. */
type First = { command: string; isReady: boolean };

/** Sessions of the workspace's own folder, whose names need no quotes in a shell. */
const usable = (cards: readonly Known[]): Known[] =>
  cards.filter(
    ({ id, of, live, unreadable, turns }) =>
      of === undefined && !live && unreadable === undefined && turns > 1 && /^[\w.-]+$/.test(id),
  );

export function abCommand(cards: readonly Known[]): First {
  const [session] = usable(cards);
  if (!session) return { command: "rehearse play --narrator house/looping --observer house", isReady: false };
  const turn = Math.ceil(session.turns / 2);
  return {
    command: `rehearse ab --checkpoint sessions/${session.id}/turn-${turn}.json --b prompt=structured`,
    isReady: true,
  };
}

export function bisectCommand(cards: readonly Known[]): First {
  const lost = usable(cards).find(({ outcome }) => outcome === "timeout" || outcome === "failed");
  return lost
    ? { command: `rehearse bisect sessions/${lost.id}`, isReady: true }
    : {
        command: "rehearse play --narrator house/stalled --observer house --seed 2 --max-turns 10",
        isReady: false,
      };
}
