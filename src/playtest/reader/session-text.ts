/** The texts that the reader gets: the table and the turns. Quotes are checked against the same texts. */
import type { ReaderTable, ReaderTurn } from "./reader-turn.ts";

/** Enough of a character to judge whether a secret suits them. */
const LONGEST_CHARACTER = 400;

export const tableText = ({ story, names, characters = [], spokesperson }: ReaderTable): string =>
  [
    story.title,
    `Players: ${names.join(", ")}.${spokesperson === undefined ? "" : ` ${names[spokesperson]} speaks for the group.`}`,
    ...characters.map(
      (character, seat) => `${names[seat]}: ${character.replaceAll(/\s+/g, " ").slice(0, LONGEST_CHARACTER)}`,
    ),
  ].join("\n");

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
