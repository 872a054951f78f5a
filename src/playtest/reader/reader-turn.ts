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
    passages: classification.source === "none" ? undefined : passagesOf(record),
    answers: players.flatMap(({ seat, private: moment }) =>
      moment && moment.answer !== "" ? [{ seat, says: moment.answer }] : [],
    ),
    talk: tableTalk(record),
    relay: relay?.text,
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
  characters: origin ? undefined : group.players.map(({ characterForStory }) => characterForStory),
  spokesperson: origin ? undefined : group.spokesperson,
  ownKinds: findings,
});

/** Enough of a character to judge whether a secret suits them. */
const LONGEST_CHARACTER = 400;

export function tableText({ story, names, characters = [], spokesperson }: ReaderTable): string {
  const speaker = spokesperson === undefined ? "" : ` ${names[spokesperson]} speaks for the group.`;
  return [
    story.title,
    `Players: ${names.join(", ")}.${speaker}`,
    ...characters.map(
      (character, seat) => `${names[seat]}: ${character.replaceAll(/\s+/g, " ").slice(0, LONGEST_CHARACTER)}`,
    ),
  ].join("\n");
}

export function turnText(
  { phase, narration, passages, answers = [], talk, relay }: ReaderTurn,
  { names }: Pick<ReaderTable, "names">,
): string {
  const lines = (said: ReaderTurn["talk"]) => said.map(({ seat, says }) => `${names[seat]}: ${says}`);
  const section = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}:`, ...texts];
  return [
    ...(passages ?? [{ to: "all" as const, text: narration }]).flatMap(({ to, text }) =>
      section(audienceTitle(to, names), [text]),
    ),
    ...section("ANSWERED TO THE NARRATOR ALONE", lines(answers)),
    ...section(phase === "creation" ? "SAID TO THE NARRATOR" : "TABLE TALK", lines(talk)),
    ...(relay === undefined ? [] : section("RELAY", [relay])),
  ].join("\n");
}

function audienceTitle(to: readonly number[] | "all", names: readonly string[]): string {
  if (to === "all") return "NARRATION";
  if (to.length === 0) return "NARRATION THAT REACHED NOBODY";
  return `NARRATION TO ${to.map((seat) => names[seat]).join(" AND ")} ALONE`;
}

/** What all players heard of a narration. */
export const toldToAll = ({ passages, narration }: ReaderTurn): string[] =>
  passages ? passages.filter(({ to }) => to === "all").map(({ text }) => text) : [narration];

/** The words of the players and the relay. */
export const talkOf = ({ talk, answers = [], relay = "" }: ReaderTurn): string[] => [
  ...talk.map(({ says }) => says),
  ...answers.map(({ says }) => says),
  relay,
];
