import type { TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { digressions } from "./digressions.ts";
import { splitSentences, storyWords, takenUp } from "../classify/index.ts";

/** A part of what the narrator told everybody in a turn. */
export type Place = { turn: number; start: number; end: number };

/** So many words of an aside in one sentence are no accident. */
const MANY = 2;
/** Outputs before an aside whose words are none of its own. */
const LATELY = 5;

export type TakenUp = { words: "many" | "few" | "none"; place?: Place };

/** Whether the narrator took up what the group was on about since a turn, and where: quoted, or in words that the story did not have. */
export function findTakenUp({
  records,
  startTurn,
  answers,
}: {
  records: readonly TurnRecord[];
  startTurn: number;
  answers: ReadonlyArray<{ turn: number; text: string }>;
}): TakenUp {
  const since = records.slice(startTurn - 1);
  const earlier = records
    .slice(Math.max(0, startTurn - LATELY), startTurn)
    .map(({ narrator, classification }) => publicPart(narrator.text, classification));
  const asides = since.flatMap((record) => digressions(record).heard.map(({ says }) => says));
  const known = new Set(earlier.flatMap((text) => [...storyWords(text)]));
  const own = [...storyWords(asides.join("\n"))].filter((word) => !known.has(word));
  const said = [...asides, ...since.map(({ relay }) => relay?.text ?? "")].join("\n");

  let best: { count: number; place?: Place } = { count: 0 };
  for (const { turn, text } of answers) {
    for (const [index, { start, end }, all] of withAll(splitSentences(text))) {
      const sentence = text.slice(start, end);
      const words = storyWords(sentence);
      const count =
        own.filter((word) => words.has(word)).length +
        (takenUp(said, { text: sentence, earlier }) === "" ? 0 : MANY);
      // With the sentence after it: there the way back begins.
      if (count > best.count) best = { count, place: { turn, start, end: all[index + 1]?.end ?? end } };
    }
  }
  return { words: best.count >= MANY ? "many" : best.count > 0 ? "few" : "none", place: best.place };
}

const withAll = <Item>(all: readonly Item[]) => all.map((item, index) => [index, item, all] as const);
