import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { tableTalk } from "../agents/index.ts";
import type { ReaderTable, ReaderTurn } from "../reader/index.ts";

/** A turn that was played here, as the reader gets it. */
export function readerTurnOf(record: TurnRecord): ReaderTurn {
  const { turn, phase, narrator, classification, players, relay } = record;
  return {
    turn,
    phase,
    narration: narrator.text,
    told: classification.segments.flatMap(({ audience, start, end }) =>
      audience === "all" ? [] : [{ seats: audience, text: narrator.text.slice(start, end).trim() }],
    ),
    talk: tableTalk(record),
    wishes: players.flatMap(({ seat, wants }) => (wants.trim() === "" ? [] : [{ seat, wants }])),
    ...(relay && { relay: relay.text }),
  };
}

export const readerTableOf = ({ storyGuide, group }: SessionConfig): ReaderTable => ({
  story: storyGuide.title,
  names: group.players.map(({ name }) => name),
  spokesperson: group.spokesperson,
});
