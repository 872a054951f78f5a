/** A session as the reader gets it. */
import type { Phase, SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import { tableTalk } from "../agents/index.ts";
import type { OwnKinds } from "../findings/index.ts";

/** A turn as the reader gets it, played here or elsewhere. */
export type ReaderTurn = {
  turn: number;
  phase: Phase;
  /** Everything the narrator said, to all or to some. */
  narration: string;
  /** The narration with the audience of each passage. Absent: it was not classified. */
  passages?: ReadonlyArray<{ to: readonly number[] | "all"; text: string }>;
  /** What players answered to the narrator alone. */
  answers?: ReadonlyArray<{ seat: number; says: string }>;
  /** The table talk, in order. */
  talk: ReadonlyArray<{ seat: number; says: string }>;
  /** What the spokesperson told the narrator. */
  relay?: string;
};

export type ReaderTable = {
  story: Story;
  names: readonly string[];
  /** The character of each seat. Absent in transcripts played elsewhere. */
  characters?: readonly string[];
  spokesperson?: number;
  /** Kinds of findings from the settings. */
  ownKinds?: OwnKinds;
};

/** A turn as the reader gets it. Without classification, audiences are unknown. */
export function readerTurnOf(record: TurnRecord): ReaderTurn {
  const { turn, phase, narrator, classification, players, relay } = record;
  return {
    turn,
    phase,
    narration: narrator.text,
    ...(classification.source !== "none" && { passages: passagesOf(record) }),
    answers: players.flatMap(({ seat, private: moment }) =>
      moment && moment.answer !== "" ? [{ seat, says: moment.answer }] : [],
    ),
    talk: tableTalk(record),
    ...(relay && { relay: relay.text }),
  };
}

/** Neighbouring parts for the same players are one passage. */
function passagesOf({ narrator: { text }, classification }: TurnRecord): ReaderTurn["passages"] {
  const passages: Array<{ to: readonly number[] | "all"; start: number; end: number }> = [];
  for (const { audience, start, end } of classification.segments) {
    const last = passages.at(-1);
    if (last && String(last.to) === String(audience)) last.end = end;
    else passages.push({ to: audience, start, end });
  }
  return passages
    .map(({ to, start, end }) => ({ to, text: text.slice(start, end).trim() }))
    .filter((passage) => passage.text !== "");
}

export const readerTableOf = ({ storyGuide, group, origin, findings }: SessionConfig): ReaderTable => ({
  story: storyGuide,
  names: group.players.map(({ name }) => name),
  ...(!origin && {
    characters: group.players.map(({ characterForStory }) => characterForStory),
    spokesperson: group.spokesperson,
  }),
  ...(findings && { ownKinds: findings }),
});
