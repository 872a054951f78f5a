/** Variations of a phrase: typed on a phone, copied and pasted, misspelt, or disguised. */

export type MutationKind = {
  name: string;
  /**
   * What the shipped rules promise. `misses`: no crisis phrase is missed; a typo in the harmless part of a phrase ("end
   * it wittth him") may raise a false alarm, which is the lesser mistake. `both`: also no false alarm. `nothing`: it is
   * only measured.
   */
  promise: "both" | "misses" | "nothing";
  /** Every mutant that differs from the phrase. */
  of: (phrase: string) => string[];
};

const changed = (phrase: string, mutants: readonly string[]): string[] =>
  [...new Set(mutants)].filter((mutant) => mutant !== phrase);
type Promised = Partial<Pick<MutationKind, "promise">>;
const whole = (
  name: string,
  mutate: (phrase: string) => string,
  { promise = "both" }: Promised = {},
): MutationKind => ({ name, promise, of: (phrase) => changed(phrase, [mutate(phrase)]) });
/** One mutant for each place that the pattern finds. */
const eachPlace = (pattern: RegExp, replacement: (found: string) => string) => (phrase: string) =>
  changed(
    phrase,
    [...phrase.matchAll(pattern)].map(
      ({ 0: found, index }) =>
        phrase.slice(0, index) + replacement(found) + phrase.slice(index + found.length),
    ),
  );
const places = (
  name: string,
  pattern: RegExp,
  replacement: (found: string) => string,
  { promise = "both" }: Promised = {},
): MutationKind => ({ name, promise, of: eachPlace(pattern, replacement) });

const shifted = (from: string, to: number) => (letter: string) =>
  String.fromCodePoint(letter.codePointAt(0)! - from.codePointAt(0)! + to);
const cyrillic: Record<string, string> = { a: "а", e: "е", o: "о", i: "і", c: "с", p: "р", y: "у", s: "ѕ" };

export const mutationKinds: readonly MutationKind[] = [
  ...["’", "‘", "ʼ", "`", "´", "′", "＇"].map((sign) =>
    whole(`apostrophe ${sign}`, (phrase) => phrase.replaceAll(/['’]/g, sign)),
  ),
  whole("upper case", (phrase) => phrase.toUpperCase()),
  whole("title case", (phrase) => phrase.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  whole("full-width letters", (phrase) => phrase.replaceAll(/[!-~]/g, shifted("!", 0xff01))),
  whole("mathematical letters", (phrase) => phrase.replaceAll(/[a-z]/g, shifted("a", 0x1d41a))),
  whole("circled letters", (phrase) => phrase.replaceAll(/[a-z]/g, shifted("a", 0x24d0))),
  whole("accent on every letter", (phrase) => phrase.replaceAll(/[a-z]/gi, "$&\u0301")),
  whole("accented vowels, composed", (phrase) => phrase.replaceAll(/[aeiou]/g, "$&\u0308").normalize("NFC")),
  whole("double blanks", (phrase) => phrase.replaceAll(" ", "  ")),
  whole("no-break blanks", (phrase) => phrase.replaceAll(" ", "\u00a0")),
  whole("thin blanks", (phrase) => phrase.replaceAll(" ", "\u2009")),
  // A line break may end a sentence: "I can't go on" is not "I can't go on vacation".
  whole("line breaks", (phrase) => phrase.replaceAll(" ", "\r\n"), { promise: "misses" }),
  whole("tabs", (phrase) => phrase.replaceAll(" ", "\t")),
  ...(
    [
      ["zero-width space", "\u200b"],
      ["zero-width joiner", "\u200d"],
      ["soft hyphen", "\u00ad"],
      ["word joiner", "\u2060"],
      ["direction mark", "\u200e"],
      ["byte order mark", "\ufeff"],
    ] as const
  ).map(([name, sign]) =>
    places(`${name}, each place`, /(?<=[a-z])(?=[a-z])/gi, () => sign, { promise: "misses" }),
  ),
  ...(
    [
      ["zero-width space", "\u200b"],
      ["word joiner", "\u2060"],
      ["soft hyphen", "\u00ad"],
      ["grapheme joiner", "\u034f"],
      ["byte order mark", "\ufeff"],
    ] as const
  ).flatMap(([name, sign]) => [
    whole(`${name} for every blank`, (phrase) => phrase.replaceAll(" ", sign)),
    places(`${name} for each blank`, / /g, () => sign, { promise: "misses" }),
  ]),
  whole("zero-width space, everywhere", (phrase) => phrase.replaceAll(/(?<=.)(?=.)/g, "\u200b")),
  whole("words in bold marks", (phrase) => `**${phrase}**`),
  ...["_", "*", "~~", "`", "'", '"'].flatMap((mark) => [
    whole(`between ${mark}`, (phrase) => `${mark}${phrase}${mark}`),
    // Quotation marks may mean something, even around what makes a phrase harmless; emphasis does not.
    places(`each word between ${mark}`, /[a-z'’]+/gi, (word) => `${mark}${word}${mark}`, {
      promise: /[_*~]/.test(mark) ? "both" : "misses",
    }),
  ]),
  whole("underscores for blanks", (phrase) => phrase.replaceAll(" ", "_")),
  whole("hyphens for blanks", (phrase) => phrase.replaceAll(" ", "-"), { promise: "misses" }),
  whole("dots for blanks", (phrase) => phrase.replaceAll(/(?<=[a-z]) (?=[a-z])/gi, "."), {
    promise: "misses",
  }),
  places("an ellipsis after each word", / /g, () => "... ", { promise: "misses" }),
  places("… after each word", / /g, () => "… ", { promise: "misses" }),
  ...["''", "’’", '"', ";"].map((sign) =>
    whole(`apostrophe ${sign}`, (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, sign)),
  ),
  ...["please help me", "my kids need me", "she never answers", "and i cannot sleep"].map((next) =>
    whole(`a line break, then "${next}"`, (phrase) => `${phrase}\n${next}`),
  ),
  whole("between other lines", (phrase) => `hello\r\n\r\n  ${phrase}  \r\n\r\nthank you`),
  whole("quoted lines", (phrase) => `> ${phrase.replaceAll(" ", "\n> ")}`, { promise: "misses" }),
  whole("blanks around", (phrase) => ` \n ${phrase} \n`),
  whole("in quotation marks", (phrase) => `she wrote “${phrase}” and left`),
  whole("a Cyrillic letter in each word", (phrase) =>
    phrase.replaceAll(/[a-z]{2,}/g, (word) =>
      word.replace(/[aeiopcys](?!$)/, (letter) => cyrillic[letter] ?? letter),
    ),
  ),
  whole("missing apostrophes", (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, "")),
  places("wanna", /\bwant to\b/g, () => "wanna"),
  places("my self", /\bmyself\b/gi, () => "my self"),
  places("any more", /\banymore\b/g, () => "any more"),
  places("drawn-out letter, each place", /[a-z](?![a-z']*['’])/gi, (letter) => letter.repeat(5), {
    promise: "misses",
  }),
  places(
    "two letters drawn out",
    /([a-z])([a-z])(?=[^a-z'’]|$)/gi,
    ([first, second]: string) => first!.repeat(4) + second!.repeat(6),
    { promise: "misses" },
  ),
  places("doubled letter, each place", /[a-z]/gi, (letter) => letter.repeat(2), { promise: "misses" }),
  places("letter left out, each place", /(?<=[a-z])[a-z](?=[a-z])/gi, () => "", { promise: "nothing" }),
  places("two letters swapped, each place", /[a-z]{2}/gi, ([first, second]: string) => `${second}${first}`, {
    promise: "nothing",
  }),
  whole(
    "digits for letters",
    (phrase) => phrase.replaceAll("i", "1").replaceAll("e", "3").replaceAll("o", "0"),
    { promise: "nothing" },
  ),
];
