import type { PrivateMoment, TurnRecord } from "../../contract/index.ts";
import { splitSentences, storyWords } from "../classify/index.ts";
import { marksOf, namesIn, runsOf, setApart, type Marks } from "./marks.ts";

/** Turns that must lie between telling and paying off: before that it is still the same scene. */
const LEAST_DISTANCE = 2;
/** So many rare words in one sentence say that a secret has come back; a name says so twice, and so does a word that is set apart. In a paragraph with whoever was told it, fewer will do; but never one. */
const ENOUGH = 3;
const ENOUGH_BESIDE_TARGET = 2;

/** A secret that is told to all as one, in its own words or with an announcement, has not come back: it has been given away. */
const GIVEN_AWAY = 0.5;
const announced =
  /\b(?:you|they|we) all know\b|\beverybody (?:now )?knows\b|\bno longer (?:a secret|between)\b|\b(?:secret|alone was told|was told alone|has been keeping|kept (?:it )?from you|only one who knew)\b[^.?!]{0,80}:/i;

export type PayoffInput = {
  moments: readonly PrivateMoment[];
  /** Before this turn. */ records: readonly TurnRecord[];
  narration: string;
  turn: number;
};

/** Which private moments come back in what the narrator now says to everybody. */
export function findPayoffs({ moments, records, narration, turn }: PayoffInput): number[] {
  const waiting = [...moments.entries()].filter(
    ([, { payoffDetected, turn: toldAt }]) => !payoffDetected && turn - toldAt >= LEAST_DISTANCE,
  );
  if (waiting.length === 0) return [];
  const paragraphs = narration.split(/\n\s*\n/);
  return waiting
    .filter(([, moment]) => paragraphs.some((text) => comesBack(marksOf(moment, records), text)))
    .map(([index]) => index);
}

function comesBack(marks: Marks, text: string): boolean {
  if (sharedWith(marks, text).length === 0) return false;
  const besideTarget = marks.names(text);
  const enough = besideTarget ? ENOUGH_BESIDE_TARGET : ENOUGH;
  return (
    splitSentences(text).some(({ start, end }) => points(marks, text.slice(start, end)) >= enough) &&
    !isGivenAway(marks, text) &&
    !(besideTarget && announced.test(text))
  );
}

const sharedWith = ({ rare }: Marks, text: string): string[] => {
  const words = storyWords(text);
  return rare.filter((word) => words.has(word));
};

function points(marks: Marks, sentence: string): number {
  const shared = sharedWith(marks, sentence);
  if (shared.length === 0) return 0;
  const [named, apart] = [namesIn(sentence), setApart(sentence)];
  return (
    shared.length +
    shared.filter(
      (word) => marks.telling.has(word) || apart.has(word) || (marks.capitals.has(word) && named.has(word)),
    ).length
  );
}

function isGivenAway({ runs }: Marks, text: string): boolean {
  const said = new Set(runsOf(text));
  return runs.filter((run) => said.has(run)).length > GIVEN_AWAY * runs.length;
}
