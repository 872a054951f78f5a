import type { SessionCard } from "../../contract/index.ts";

/** Whether a page can stop the session, and why not where one would expect it. */
export function withStop(card: SessionCard, plays: (session: string) => boolean): SessionCard {
  if (!card.live) return card;
  return plays(card.id)
    ? { ...card, stoppable: true }
    : {
        ...card,
        notStoppable:
          "Another process plays it. Where it was started, Ctrl+C stops it and keeps what was played.",
      };
}
