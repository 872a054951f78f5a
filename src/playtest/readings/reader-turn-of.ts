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
    told: toldIn(record),
    wishes: players.flatMap(({ seat, wants }) => (wants.trim() === "" ? [] : [{ seat, wants }])),
  };
}

/** What single players were told. Neighbouring parts for the same players are one telling. */
function toldIn({ narrator: { text }, classification }: TurnRecord): NonNullable<ReaderTurn["told"]> {
  const spans: Array<{ seats: readonly number[]; start: number; end: number }> = [];
  for (const { audience, start, end } of classification.segments) {
    const last = spans.at(-1);
    if (audience === "all") continue;
    if (last && text.slice(last.end, start).trim() === "" && last.seats.join() === audience.join())
      last.end = end;
    else spans.push({ seats: audience, start, end });
  }
  return spans.map(({ seats, start, end }) => ({ seats, text: text.slice(start, end).trim() }));
}

export const readerTableOf = ({ storyGuide, group, origin }: SessionConfig): ReaderTable => ({
  story: storyGuide.title,
  names: group.players.map(({ name }) => name),
  ...(!origin && {
    characters: group.players.map(({ characterForStory }) => characterForStory),
    spokesperson: group.spokesperson,
  }),
});
