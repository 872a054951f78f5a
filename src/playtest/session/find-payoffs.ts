import type { PrivateMoment } from "../../contract/index.ts";
import { storyWords } from "../classify/index.ts";

/** Turns that must lie between telling and paying off: before that it is still the same scene. */
const LEAST_DISTANCE = 2;
/** Rare words say that a secret has come back; a name says so twice, and so does a word that the secret sets apart. Beside the name of whoever was told it, each counts for more. */
const ENOUGH = 3;

/** A secret that is told to all as one, in its own words or with an announcement, has not come back: it has been given away. */
const GIVEN_AWAY = 0.5;
const RUN = 3;
const announced = /\b(?:you|they|we) all know\b|\beverybody (?:now )?knows\b|\bno longer (?:a secret|between)\b|\b(?:secret|alone was told|was told alone|has been keeping|kept (?:it )?from you|only one who knew)\b[^.?!]{0,80}:/i;

/** Which private moments come back in what the narrator now says to everybody: by the rare words that they share with one of its paragraphs. */
export function findPayoffs({ moments, narration, turn, commonWords }: { moments: readonly PrivateMoment[]; narration: string; turn: number; commonWords: ReadonlySet<string> }): number[] {
  const paragraphs = narration.split(/\n\s*\n/).map((text) => ({ text, words: storyWords(text), names: namesIn(text) }));
  return moments.flatMap(({ content, target, turn: toldAt, payoffDetected }, index) => {
    if (payoffDetected || turn - toldAt < LEAST_DISTANCE) return [];
    const own = storyWords(target);
    const rare = [...storyWords(content)].filter((word) => !commonWords.has(word) && !own.has(word));
    const telling = new Set([...namesIn(content), ...setApart(content)]);
    const runs = runsOf(content);
    const capitals = storyWords(capitalised(content).join(" "));
    const points = paragraphs.map(({ text, words, names }) => {
      const said = new Set(runsOf(text));
      if (runs.filter((run) => said.has(run)).length > GIVEN_AWAY * runs.length || (text.includes(target) && announced.test(text))) return 0;
      const shared = rare.filter((word) => words.has(word));
      const strong = shared.filter((word) => telling.has(word) || (capitals.has(word) && names.has(word)));
      return shared.length === 0 ? 0 : shared.length + strong.length + (text.includes(target) ? 1 : 0);
    });
    return Math.max(...points) >= Math.min(ENOUGH, Math.max(2, rare.length)) ? [index] : [];
  });
}

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(" "));
}

const capitalised = (text: string): string[] => text.match(/\p{Lu}[\p{L}'’-]+/gu) ?? [];

/** Written with a capital letter in the middle of a sentence. */
const namesIn = (text: string): ReadonlySet<string> => storyWords((text.match(/(?<=[\p{Ll},;:]\s["“'‘]?)\p{Lu}[\p{L}'’-]+/gu) ?? []).join(" "));

/** A word or two in quotation marks, or in capitals: a password, an inscription. */
const setApart = (text: string): ReadonlySet<string> =>
  storyWords([...(text.match(/["“][\p{L}'’-]+(?:\s[\p{L}'’-]+){0,2}["”]/gu) ?? []), ...(text.match(/(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu) ?? [])].join(" "));
