import type { ArchetypeId, Classification, PlayerTurn, Story, Tangent, TangentEvent, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { archetypes } from "../archetypes/index.ts";
import { speaksOfStory, splitSentences } from "../classify/index.ts";
import { findTakenUp } from "./find-taken-up.ts";

export type TangentInput = {
  turn: number;
  open: Tangent | undefined;
  records: readonly TurnRecord[];
  narration: string;
  classification: Classification;
  /** Did the story move on? */
  advanced: boolean;
  forced: boolean;
  players: readonly PlayerTurn[];
  archetypeOf(seat: number): ArchetypeId;
  guide: Story;
};

/** How a turn began, prolonged or ended being off the story. The narrator speaks first, so an ending comes before a new start. */
export function trackTangents(input: TangentInput): TangentEvent[] {
  const { open, narration, classification, advanced, players, archetypeOf, guide } = input;
  const off = players.filter(({ offTopic }) => offTopic !== "none");
  const movedOn = advanced || classification.concluded || classification.type === "private-moment";
  // Nobody dwells on it any more: led back by an answer, or by themselves.
  const over = players.length > 0 && off.length === 0 && classification.type !== "tangent-response";
  const returned = movedOn || (over && speaksOfStory(narration, guide));
  const events: TangentEvent[] = !open ? [] : returned ? [{ kind: "ended", ...recovery(input, open) }] : over ? [{ kind: "ended", method: "none", woven: "unknown" }] : [];
  const stillOpen = open && events.length === 0 ? open : undefined;
  if (off.length === 0) return stillOpen ? [...events, { kind: "continued", by: [], spiral: false }] : events;

  const leader = off.reduce((most, player) => (rank(player) > rank(most) ? player : most));
  const type = archetypes[archetypeOf(leader.seat)].tangent?.type ?? "aside";
  if (!stillOpen) return [...events, { kind: "started", initiator: leader.seat, type }];
  return [...events, { kind: "continued", by: off.map(({ seat }) => seat), spiral: stillOpen.length >= 1 && type !== stillOpen.type }];
}

const rank = ({ offTopic }: PlayerTurn) => ["none", "light", "medium", "heavy"].indexOf(offTopic);

type Recovery = Omit<Extract<TangentEvent, { kind: "ended" }>, "kind">;

/** How the narrator came back: did the story take up what they were on about, turn away from it, or never notice? */
function recovery({ turn, records, narration, forced }: TangentInput, { startTurn }: Tangent): Recovery {
  const answers = [...records.slice(startTurn).map(({ turn, narrator, classification }) => ({ turn, text: publicPart(narrator.text, classification) })), { turn, text: narration }];
  const { words, place } = findTakenUp({ records, startTurn, answers });
  const woven = words === "many" ? "woven" : "discarded";
  if (!forced && woven === "woven") return { method: "hook", woven, segue: place };
  const [first, second] = splitSentences(narration);
  return { method: forced ? "forced" : words === "few" ? "redirect" : "ignored", woven, segue: { turn, start: 0, end: (second ?? first)?.end ?? narration.length } };
}
