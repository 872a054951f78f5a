/** A session as the reader gets it. */
import type { Phase, Reading, SessionConfig, TurnRecord } from "../../contract/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import { tableTalk } from "../agents/index.ts";

/** A turn as the reader gets it, played here or elsewhere. */
export type ReaderTurn = {
  turn: number;
  phase: Phase;
  /** Everything the narrator said, to all or to some. */
  narration: string;
  /** The private parts. Absent: the narration was not classified, and the reader finds them. */
  told?: ReadonlyArray<{ seats: readonly number[]; text: string }>;
  /** The table talk, in order. */
  talk: ReadonlyArray<{ seat: number; says: string }>;
  /** What each player wants the group to do. Absent in transcripts played elsewhere. */
  wishes?: ReadonlyArray<{ seat: number; wants: string }>;
  /** What the spokesperson told the narrator. */
  relay?: string;
};

export type ReaderTable = {
  story: string;
  names: readonly string[];
  /** The character of each seat. Absent in transcripts played elsewhere. */
  characters?: readonly string[];
  spokesperson?: number;
};

export type ReadOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  secondLook: ResolvedModel;
  table: ReaderTable;
  /** From the first turn to the one to read. */
  turns: readonly ReaderTurn[];
  /** Of the turns before it. */
  readings: readonly Reading[];
  signal?: AbortSignal;
};

/** A turn as the reader gets it. Without classification, audiences and wishes are unknown. */
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

/** Private tellings. Neighbouring parts for the same players are one telling. */
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
