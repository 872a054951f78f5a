import type { Dice } from "../../kernel/dice/index.ts";

/** A way in which people write the same thing differently. Undefined: no change. */
type Mutation = { family: string; mutate: (phrase: string, dice: Dice) => string | undefined };

export const AS_WRITTEN = "as written";

/** The families of `check --redline`: what phones, haste, slang and evasion do to a phrase. */
export const mutations: readonly Mutation[] = [
  { family: AS_WRITTEN, mutate: (phrase) => phrase },
  {
    family: "typo: letter left out",
    mutate: inOneWord((word, at) => word.slice(0, at) + word.slice(at + 1)),
  },
  {
    family: "typo: letters swapped",
    mutate: inOneWord((word, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)),
  },
  {
    family: "typo: letter drawn out",
    mutate: inOneWord((word, at) => word.slice(0, at) + word[at]!.repeat(4) + word.slice(at)),
  },
  { family: "no apostrophes", mutate: changed((phrase) => phrase.replaceAll(/['’]/g, "")) },
  {
    family: "curly quotes",
    mutate: changed((phrase) => `“${phrase.replaceAll("'", "’")}”`),
  },
  { family: "capitals", mutate: changed((phrase) => phrase.toUpperCase()) },
  { family: "slang", mutate: changed((phrase) => replaceWords(phrase, slang)) },
  {
    family: "spacing",
    mutate: (phrase, dice) => changed((text) => text.replaceAll(" ", dice.pick(spaces)))(phrase),
  },
  {
    family: "emoji",
    mutate: (phrase, dice) => {
      const words = phrase.split(" ");
      words.splice(dice.int(words.length) + 1, 0, dice.pick(emoji));
      return words.join(" ");
    },
  },
  {
    family: "look-alike letters",
    mutate: changed((phrase) => phrase.replaceAll(/[aeo]/g, (letter) => cyrillic[letter]!)),
  },
  {
    family: "other person",
    // Only what a person wants, feels or does to themselves means the same about another.
    mutate: (phrase) => (ofOneself.test(phrase) ? replaceWords(phrase, otherPerson) : undefined),
  },
  { family: "inside a longer message", mutate: (phrase, dice) => around(phrase, dice) },
];

function changed(mutate: (phrase: string) => string) {
  return (phrase: string): string | undefined => {
    const mutant = mutate(phrase);
    return mutant === phrase ? undefined : mutant;
  };
}

/** Inside a word of four letters or more, not at its first letter: people rarely mistype that one. */
function inOneWord(change: (word: string, at: number) => string) {
  return (phrase: string, dice: Dice): string | undefined => {
    const words = [...phrase.matchAll(/[a-z]{4,}/gi)];
    if (words.length === 0) return undefined;
    const { 0: word, index } = dice.pick(words);
    const mutant =
      phrase.slice(0, index) +
      change(word, 1 + dice.int(word.length - 2)) +
      phrase.slice(index + word.length);
    return mutant === phrase ? undefined : mutant;
  };
}

type Replacements = ReadonlyArray<readonly [RegExp, string]>;

const replaceWords = (phrase: string, replacements: Replacements): string =>
  replacements.reduce((text, [from, to]) => text.replace(from, to), phrase);

const slang: Replacements = [
  [/\bwant to\b/gi, "wanna"],
  [/\bgoing to\b/gi, "gonna"],
  [/\bkill myself\b/gi, "kms"],
  [/\bhusband\b/gi, "hubby"],
  [/\bboyfriend\b/gi, "bf"],
  [/\bgirlfriend\b/gi, "gf"],
  [/\bsomeone\b/gi, "sum1"],
  [/\bbecause\b/gi, "cuz"],
  [/\byou\b/gi, "u"],
  [/\bare\b/gi, "r"],
  [/\bto\b/gi, "2"],
  [/\bplease\b/gi, "pls"],
  [/\btonight\b/gi, "2nite"],
  [/\bany ?more\b/gi, "nemore"],
  [/\bwith\b/gi, "w"],
];

const ofOneself =
  /\bmyself\b|\bi(?:'ve| have| just| keep| really)? (?:want|wanna|wish|feel|took|cut|hurt|overdosed|swallowed)/i;

/** The same about another person: a daughter, a friend. */
const otherPerson: Replacements = [
  [/\bi(?:'|’)?m\b|\bi am\b/gi, "she is"],
  [/\bi(?:'|’)ve\b|\bi have\b/gi, "she has"],
  [/\bi (?:don(?:'|’)?t|do not)\b/gi, "she doesn't"],
  [/\bi (want|wish|hope|feel|keep|know|think|need|lie|hate|believe|plan|deserve)\b/gi, "she $1s"],
  [/\bi\b/gi, "she"],
  [/\bmyself\b/gi, "herself"],
  [/\bmy\b/gi, "her"],
  [/\bme\b/gi, "her"],
  [/\bwe\b/gi, "they"],
  [/\bus\b/gi, "them"],
  [/\bour\b/gi, "their"],
];

const spaces = ["  ", "\n", "\u00a0", "\t", "\u2009", " \u200b"] as const;
const emoji = ["😭", "😂", "🙏", "💔", "🔪", "😶‍🌫️"] as const;
const cyrillic: Readonly<Record<string, string>> = { a: "а", e: "е", o: "о" };

const before = [
  "Sorry for the long message, the week was full of handovers and emails.",
  "hi, quick question about friday",
  "The school called again about the forms and the swimming lesson.",
] as const;
const after = [
  "Anyway, how do I word the reply about the summer dates?",
  "Also, which app do you recommend for the calendar?",
  "thanks",
] as const;
const around = (phrase: string, dice: Dice): string => `${dice.pick(before)}\n${phrase}\n${dice.pick(after)}`;
