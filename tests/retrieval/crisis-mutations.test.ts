/** Variations of crisis phrases hide none of them: typed on a phone, copied and pasted, misspelt, or disguised. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loadBanks } from "../../src/retrieval/banks.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";
import { phrases } from "./crisis-phrases.ts";

const { pattern: tests, rules } = loadBanks(resolve(import.meta.dirname, "../../test_banks"), {
  which: ["pattern"],
  required: true,
});
const { match } = createPatternMatcher(rules!);
const isCrisis = (message: string) => match(message).matches.includes("handler_crisis");
const promptsOf = (type: string) =>
  tests!.filter(({ pattern_type }) => pattern_type === type).map(({ prompt }) => prompt);
const crisis = [...promptsOf("crisis"), ...phrases.crisis];
const benign = [...promptsOf("negative"), ...phrases.benign];

test("as written, crisis phrases are found and benign ones are not", () => {
  expect(crisis.filter((phrase) => !isCrisis(phrase))).toEqual([]);
  expect(benign.filter(isCrisis)).toEqual([]);
});

type Mutate = (phrase: string) => string;
const shifted = (from: string, to: number) => (letter: string) =>
  String.fromCodePoint(letter.codePointAt(0)! - from.codePointAt(0)! + to);

/** These also turn no benign phrase into a crisis. */
const exact: Record<string, Mutate> = {
  "curly apostrophes": (phrase) => phrase.replaceAll(/['’]/g, "‘"),
  "accents for apostrophes": (phrase) => phrase.replaceAll(/['’]/g, "´"),
  "missing apostrophes": (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, ""),
  "upper case": (phrase) => phrase.toUpperCase(),
  "full-width letters": (phrase) => phrase.replaceAll(/[!-~]/g, shifted("!", 0xff01)),
  "mathematical letters": (phrase) => phrase.replaceAll(/[a-z]/g, shifted("a", 0x1d41a)),
  "accented letters": (phrase) => phrase.replaceAll(/[a-z]/gi, "$&\u0301"),
  "no-break blanks": (phrase) => phrase.replaceAll(" ", "\u00a0"),
  "zero-width spaces for blanks": (phrase) => phrase.replaceAll(" ", "\u200b"),
  "zero-width spaces everywhere": (phrase) => phrase.replaceAll(/(?<=.)(?=.)/g, "\u200b"),
  emphasis: (phrase) => phrase.replaceAll(/[a-z'’]+/gi, "**$&**"),
  "underscores for blanks": (phrase) => phrase.replaceAll(" ", "_"),
  "between other lines": (phrase) => `hello\r\n\r\n  ${phrase}  \r\n\r\nthank you`,
  "in quotation marks": (phrase) => `she wrote “${phrase}” and left`,
  "a Cyrillic letter in each word": (phrase) =>
    phrase.replaceAll(/[a-z]{2,}/g, (word) => word.replace(/[aeo](?!$)/, (letter) => cyrillic[letter]!)),
  "my self": (phrase) => phrase.replaceAll(/\bmyself\b/gi, "my self"),
  "any more": (phrase) => phrase.replaceAll(/\banymore\b/g, "any more"),
};
const cyrillic: Record<string, string> = { a: "а", e: "е", o: "о" };

/** These may raise a false alarm, the lesser mistake: a line break ends a sentence, a typo can hide what is harmless. */
const loose: Record<string, Mutate> = {
  "line breaks": (phrase) => phrase.replaceAll(" ", "\r\n"),
  "quoted lines": (phrase) => `> ${phrase.replaceAll(" ", "\n> ")}`,
  "hyphens for blanks": (phrase) => phrase.replaceAll(" ", "-"),
  "dots for blanks": (phrase) => phrase.replaceAll(/(?<=[a-z]) (?=[a-z])/gi, "."),
  ellipses: (phrase) => phrase.replaceAll(" ", "... "),
  "soft hyphens": (phrase) => phrase.replaceAll(/(?<=[a-z])(?=[a-z])/gi, "\u00ad"),
};

/** Each is tried on every twelfth phrase, another twelfth than the one before. */
const some = (phrases: readonly string[], at: number) =>
  phrases.filter((_, index) => (index + at) % 12 === 0);
const all = Object.entries({ ...exact, ...loose }).map(([name, mutate], at) => ({ name, mutate, at }));

test.each(all)("$name: hide no crisis phrase", ({ mutate, at }) => {
  expect(crisis.some((phrase) => mutate(phrase) !== phrase)).toBe(true);
  expect(
    some(crisis, at)
      .map(mutate)
      .filter((mutant) => !isCrisis(mutant)),
  ).toEqual([]);
});

test.each(all.filter(({ name }) => name in exact))(
  "$name: turn no benign phrase into a crisis",
  ({ mutate, at }) => {
    expect(some(benign, at).map(mutate).filter(isCrisis)).toEqual([]);
  },
);

test("one letter drawn out, in any place, hides no crisis phrase", () => {
  const drawnOut = some(crisis, 0).flatMap((phrase, index) =>
    [...phrase.matchAll(/[a-z](?![a-z']*['’])/gi)]
      .filter((_, place) => (place + index) % 12 === 0)
      .map(({ 0: letter, index: at }) => phrase.slice(0, at) + letter.repeat(5) + phrase.slice(at + 1)),
  );
  expect(drawnOut.filter((mutant) => !isCrisis(mutant))).toEqual([]);
});
