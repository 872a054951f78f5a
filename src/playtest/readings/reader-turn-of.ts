import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { tableTalk } from "../agents/index.ts";
import type { ReaderTable, ReaderTurn } from "../reader/index.ts";

/** A turn as the reader gets it. In one that nobody classified, who heard what and who wished what are not known. */
export function readerTurnOf(record: TurnRecord): ReaderTurn {
  const { turn, phase, narrator, classification, players, relay } = record;
  const said = {
    turn,
    phase,
    narration: narrator.text,
    talk: tableTalk(record),
    ...(relay && { relay: relay.text }),
  };
  if (classification.unclassified) return said;
  return {
    ...said,
    told: classification.segments.flatMap(({ audience, start, end }) =>
      audience === "all" ? [] : [{ seats: audience, text: narrator.text.slice(start, end).trim() }],
    ),
    wishes: players.flatMap(({ seat, wants }) => (wants.trim() === "" ? [] : [{ seat, wants }])),
  };
}

export const readerTableOf = ({ storyGuide, group, origin }: SessionConfig): ReaderTable => ({
  story: storyGuide.title,
  names: group.players.map(({ name }) => name),
  ...(!origin && { spokesperson: group.spokesperson }),
});
