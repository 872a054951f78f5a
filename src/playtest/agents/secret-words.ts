/** What reveals a secret: its words, names and numbers, in comparable form. */
import { contentWords, numberWords, shingles } from "../text/index.ts";

/** A content word, its position among those, and its sentence. */
export type Word = { word: string; stem: string; at: number; sentence: number };

/** Words that are too common to mean anything. */
const common = new Set(
  `see look hear feel know notice find take hold keep tell make go come stand sit turn think thing way time day night place man woman people
  little long old new good great last first second third next two three small big right left side near far another many few enough maybe really ever never always
  ask give put use try need seem start stop stay wait leave walk talk speak move want show call open close help word voice hand eye face head
  alone private secret`.split(/\s+/),
);

/** Words in a row that a sentence may share with a secret before it counts as revealing it. */
const RUN = 4;

/** A word with its inner apostrophes, without the punctuation around it. */
const WORD = /[\p{L}\p{N}]+(?:'(?!s(?!\p{L}))\p{L}+)*/gu;

/** Accents, soft hyphens and variants of apostrophe or hyphen do not make another word. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/[‐‑]/g, "-");

export const wordsOf = (text: string): string[] => folded(text).toLowerCase().match(WORD) ?? [];

export const runsOf = (text: string): string[] => shingles(wordsOf(text), RUN);

export function readWords(text: string): Word[] {
  let at = 0;
  return text.split(/[.!?\n]+/).flatMap((sentence, index) =>
    contentWords(wordsOf(sentence).join(" "))
      .map((word) => ({ word, stem: stem(word) }))
      .filter(({ word, stem }) => word.length > 2 && !common.has(word) && !common.has(stem))
      .map((word) => ({ ...word, at: at++, sentence: index })),
  );
}

const LONG = 5;
const endings = /(?:ing|ed|es|(?<!s)s|ly|er|or|ous)$/;

/**
 * Without the most common endings: "stairs" and "stair", "lying" and "lies", "murderer" and "murdered" are the same.
 */
export function stem(word: string): string {
  let bare = word
    .replace(/^([ldt])ying$/, "$1ie")
    .replace(/^(liar|lied)s?$/, "lie")
    .replace(/(?<=\p{L}{3})i(?:es|ed)$/u, "y");
  while (bare.length > LONG && endings.test(bare)) bare = bare.replace(endings, "");
  bare = bare.replace(/(?<=\w{2})(?<!s)s$/, "").replace(/(?<=\w{2}([bdgmnprt]))\1$/, "");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
}

/** The context of a word: what precedes it, up to the previous word, and what follows it. */
type Token = { word: string; before: string; after: string; next: string };

function tokensOf(text: string): Token[] {
  const flat = folded(text);
  const found = [...flat.matchAll(WORD)];
  return found.map(({ 0: word, index }, at) => {
    const last = found[at - 1];
    const end = index + word.length;
    return {
      word,
      before: flat.slice(last ? last.index + last[0].length : 0, index),
      after: flat.slice(end, end + 40),
      next: found[at + 1]?.[0] ?? "",
    };
  });
}

const isCapital = (word: string): boolean => /^\p{Lu}[\p{L}']*\p{Ll}/u.test(word) && word.length > 2;
const isShouted = (word: string): boolean => /^\p{Lu}{2,}$/u.test(word);
/** Room 4B, X17. */
const isCode = (word: string): boolean => /\p{L}/u.test(word) && /\p{N}/u.test(word);

/** A sentence, a quotation, a bracket or an emphasis starts here: a capital alone does not make a name. */
const opens = ({ before }: Token, at: number): boolean =>
  at === 0 || /[.!?…][\p{P}]{0,3}\s|\n|[\p{Pi}\p{Ps}"'*_„]$/u.test(before);
/** And ends immediately: nothing else is in it. */
const closes = ({ after }: Token): boolean =>
  /^(?:'s)?[.,;:!?]{0,2}[\p{Pf}\p{Pi}\p{Pe}"'*_](?!\p{L})/u.test(after);
/** "Orrismere is …", "Orrismere sleeps", "Orrismere took …", "Orrismere and Pell", "Orrismere, …" */
const isSubject = ({ after }: Token): boolean =>
  /^(?:'s(?!\p{L})|,|\s+and\s+\p{Lu}|\s+(?:is|was|has|had|will|would|did|does|can|could|may|might|must|should|shall|began|bought|broke|brought|came|died|fell|fled|found|gave|went|held|hid|kept|knew|lay|led|left|lost|made|met|paid|put|ran|rose|said|sat|saw|sent|slept|sold|spoke|stole|stood|swore|thought|told|took|woke|wore|wrote|(?!this|his|its|as|us|was|yes|across|perhaps|always)\p{Ll}{2,}(?:s|ed))(?!\p{L}))/u.test(
    after,
  );
const goesOn = ({ after, next }: Token): boolean => /^[\s-]\p{Lu}/u.test(after) && isCapital(next);

/** The names and codes in a secret, in comparable form. One of them is enough to reveal it. */
export function namesIn(text: string): string[] {
  const tokens = tokensOf(text);
  const compounds = folded(text).match(/(?<!\p{L})\p{Lu}\p{L}+(?:-\p{Lu}\p{L}+)+/gu) ?? [];
  const single = tokens.flatMap((token, at) => {
    const { word } = token;
    const isName = opens(token, at)
      ? isCapital(word) && (closes(token) || isSubject(token) || goesOn(token)) && readWords(word).length > 0
      : (isCapital(word) || (isShouted(word) && word.length > 3 && !isShouted(tokens[at - 1]!.word))) &&
        contentWords(word.toLowerCase()).length > 0;
    const shoutsOn = isShouted(word) && isShouted(token.next);
    return (isName && !shoutsOn) || isCode(word) ? [asName(word)] : [];
  });
  return [...single, ...compounds.map(asName)];
}

/** "Saint-Orrismere" says Orrismere, and so does "Orris-mere". */
export const namesSaid = (text: string): Set<string> =>
  new Set(
    Array.from(folded(text).matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu)).flatMap(([compound]) => [
      asName(compound),
      ...compound.split("-").map(asName),
    ]),
  );

/** Letters and digits only, without a plural or genitive ending. */
const asName = (word: string): string =>
  word
    .toLowerCase()
    .replace(/'s?$/, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<=\p{L}{3})s$/u, "");

/** Numbers as spoken: 471, "4-7-1", "four seven one", "four hundred and seventy-one" are the same. */
const units = new Map(numberWords.units.map((word, value) => [word, value]));
const tens = new Map(numberWords.tens.map((word, index) => [word, 20 + 10 * index]));
const powers = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
]);

/** A small number in words is too common: "the two of us". */
const SMALL = 3;
/** This many digits may be embedded among others. */
const TELLING = 3;

type Numbers = { alone: ReadonlySet<string>; runs: readonly string[] };

export function numbersIn(text: string): Numbers {
  const alone = new Set<string>();
  const runs: string[] = [];
  let run: string[] = [];
  let value: number | undefined;
  const endNumber = () => {
    if (value !== undefined) run.push(String(value));
    value = undefined;
  };
  const endRun = () => {
    endNumber();
    for (const number of run) alone.add(number);
    if (run.length > 0) runs.push(run.join(""));
    run = [];
  };
  const tokens = Array.from(text.toLowerCase().matchAll(/\p{N}+|\p{L}+/gu), ({ 0: word, index }) => ({
    word,
    index,
    end: index + word.length,
  }));
  for (const [at, { word, index }] of tokens.entries()) {
    // Little separates the digits of one number: "4-7-1", "four, seven, one".
    if (at > 0 && !/^[\s,.\-–—…·/]{0,3}$/.test(text.slice(tokens[at - 1]!.end, index))) endRun();
    const unit = units.get(word);
    const ten = tens.get(word);
    const power = powers.get(word);
    if (/^\p{N}/u.test(word)) {
      endNumber();
      run.push(word);
    } else if (unit !== undefined && value !== undefined && unit > 0 && joins(value, unit)) value += unit;
    else if (ten !== undefined && value !== undefined && value >= 100 && value % 100 === 0) value += ten;
    else if (power !== undefined && value !== undefined && value < power) value *= power;
    else if (unit !== undefined || ten !== undefined) {
      endNumber();
      value = unit ?? ten;
    } else if (!(word === "and" && value !== undefined && value >= 100)) endRun();
  }
  endRun();
  return { alone, runs };
}

/** "forty" and "one", "four hundred" and "twelve" */
const joins = (value: number, unit: number): boolean =>
  (value >= 100 && value % 100 === 0) || (value >= 20 && value % 10 === 0 && unit < 10);

/** The numbers of a secret that are said and were not public. */
export function numbersTold(secret: Numbers, said: Numbers, heard: Numbers): string[] {
  const isIn = (number: string, { alone, runs }: Numbers) =>
    alone.has(number) ||
    runs.includes(number) ||
    (number.length >= TELLING && runs.some((run) => run.includes(number)));
  const numbers = [...new Set([...secret.alone, ...secret.runs])].filter(
    (number) => number.length > 1 || Number(number) > SMALL,
  );
  return numbers.filter((number) => isIn(number, said) && !isIn(number, heard));
}
