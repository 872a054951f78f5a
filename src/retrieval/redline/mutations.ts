/** The families of `check --redline`: what phones, haste, slang and evasion do to a phrase. */
import type { Dice } from "../../kernel/dice/index.ts";

type Mutate = (phrase: string, dice: Dice) => string;

export const AS_WRITTEN = "as written";

/** Inside a word of four letters or more, not at its first letter: people rarely mistype that one. */
const inOneWord =
  (change: (word: string, at: number) => string): Mutate =>
  (phrase, dice) => {
    const words = [...phrase.matchAll(/[a-z]{4,}/gi)];
    if (words.length === 0) return phrase;
    const { 0: word, index } = dice.pick(words);
    const mistyped = change(word, 1 + dice.int(word.length - 2));
    return phrase.slice(0, index) + mistyped + phrase.slice(index + word.length);
  };

const slang = Object.entries({
  "want to": "wanna",
  "kill myself": "kms",
  husband: "hubby",
  someone: "sum1",
  you: "u",
  to: "2",
  "any ?more": "nemore",
}).map(([from, to]) => [new RegExp(String.raw`\b(?:${from})\b`, "gi"), to] as const);
const spaces = ["  ", "\n", "\u00a0", "\t", "\u2009", " \u200b"] as const;
const emoji = ["😭", "😂", "🙏", "💔", "🔪", "😶‍🌫️"] as const;
const cyrillic: Readonly<Record<string, string>> = { a: "а", e: "е", o: "о" };

const families: Record<string, Mutate> = {
  [AS_WRITTEN]: (phrase) => phrase,
  "typo: letter left out": inOneWord((word, at) => word.slice(0, at) + word.slice(at + 1)),
  "typo: letters swapped": inOneWord(
    (word, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2),
  ),
  "typo: letter drawn out": inOneWord((word, at) => word.slice(0, at) + word[at]!.repeat(4) + word.slice(at)),
  "no apostrophes": (phrase) => phrase.replaceAll(/['’]/g, ""),
  "curly quotes": (phrase) => `“${phrase.replaceAll("'", "’")}”`,
  capitals: (phrase) => phrase.toUpperCase(),
  slang: (phrase) => slang.reduce((text, [from, to]) => text.replace(from, to), phrase),
  spacing: (phrase, dice) => phrase.replaceAll(" ", dice.pick(spaces)),
  emoji(phrase, dice) {
    const words = phrase.split(" ");
    return words.toSpliced(dice.int(words.length) + 1, 0, dice.pick(emoji)).join(" ");
  },
  "look-alike letters": (phrase) => phrase.replaceAll(/[aeo]/g, (letter) => cyrillic[letter]!),
  "inside a longer message": (phrase) =>
    `Sorry for the long message, the week was full of handovers.\n${phrase}\nAnyway, how do I word the reply?`,
};
export const mutations = Object.entries(families).map(([family, mutate]) => ({ family, mutate }));
