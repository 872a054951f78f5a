import type { Classification, PlayerTurn, Tangent, TangentEvent } from "../../contract/index.ts";
import { contentWords } from "../detect/index.ts";
import { archetypes } from "../archetypes/index.ts";
import type { ArchetypeId } from "../../contract/index.ts";

export type TangentInput = {
  open: Tangent | undefined;
  /** What the open tangent was about, in the words of those who went on it. */
  topic: string;
  narration: string;
  classification: Classification;
  forced: boolean;
  players: readonly PlayerTurn[];
  archetypeOf(seat: number): ArchetypeId;
};

/** How a turn began, prolonged or ended being off the story. The narrator speaks first, so an ending comes before a new start. */
export function trackTangents({ open, topic, narration, classification, forced, players, archetypeOf }: TangentInput): TangentEvent[] {
  const events: TangentEvent[] = [];
  const returned = classification.type === "pulse" || classification.type === "private-moment";
  if (open && returned) events.push({ kind: "ended", ...recovery({ topic, narration, forced }) });
  const stillOpen = open !== undefined && !returned;

  const off = players.filter(({ offTopic }) => offTopic !== "none");
  if (off.length === 0) {
    if (stillOpen) events.push({ kind: "continued", by: [], spiral: false });
    return events;
  }
  const leader = off.reduce((most, player) => (rank(player) > rank(most) ? player : most));
  const type = archetypes[archetypeOf(leader.seat)].tangent?.type ?? "aside";
  if (!stillOpen) events.push({ kind: "started", initiator: leader.seat, type });
  else events.push({ kind: "continued", by: off.map(({ seat }) => seat), spiral: open.length >= 1 && type !== open.type });
  return events;
}

const rank = ({ offTopic }: PlayerTurn) => ["none", "light", "medium", "heavy"].indexOf(offTopic);

/** How the narrator came back: did the story take up what they were on about, turn away from it, or never notice? */
function recovery({ topic, narration, forced }: { topic: string; narration: string; forced: boolean }): { method: "hook" | "redirect" | "forced" | "ignored"; woven: "woven" | "discarded" } {
  const about = new Set(contentWords(topic));
  const taken = contentWords(narration).filter((word) => about.has(word));
  const woven = new Set(taken).size >= 2 ? "woven" : "discarded";
  if (forced) return { method: "forced", woven };
  if (woven === "woven") return { method: "hook", woven };
  return { method: taken.length > 0 ? "redirect" : "ignored", woven };
}
