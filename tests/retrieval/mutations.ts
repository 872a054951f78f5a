/** Ways in which a phrase comes out of a phone, a copy and paste, a bad day or a wish not to be seen. */

export type MutationKind = {
  name: string;
  /**
   * What the shipped rules promise. `misses`: no crisis phrase gets past; a typo in what makes a phrase harmless ("end it
   * wittth him") may alarm, which is the better mistake. `both`: that, and no alarm for what is none. `nothing`: it is
   * only measured.
   */
  promise: "both" | "misses" | "nothing";
  /** Every mutant that differs from the phrase. */
  of: (phrase: string) => string[];
};

const changed = (phrase: string, mutants: readonly string[]): string[] => [...new Set(mutants)].filter((mutant) => mutant !== phrase);
type Promised = Partial<Pick<MutationKind, "promise">>;
const whole = (name: string, mutate: (phrase: string) => string, { promise = "both" }: Promised = {}): MutationKind => ({ name, promise, of: (phrase) => changed(phrase, [mutate(phrase)]) });
/** One mutant for each place that the pattern finds. */
const eachPlace = (pattern: RegExp, replacement: (found: string) => string) => (phrase: string) =>
  changed(phrase, [...phrase.matchAll(pattern)].map(({ 0: found, index }) => phrase.slice(0, index) + replacement(found) + phrase.slice(index + found.length)));
const places = (name: string, pattern: RegExp, replacement: (found: string) => string, { promise = "both" }: Promised = {}): MutationKind => ({ name, promise, of: eachPlace(pattern, replacement) });

const shifted = (from: string, to: number) => (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - from.codePointAt(0)! + to);
const cyrillic: Record<string, string> = { a: "а", e: "е", o: "о", i: "і", c: "с", p: "р", y: "у", s: "ѕ" };

export const mutationKinds: readonly MutationKind[] = [
  ...["’", "‘", "ʼ", "`", "´", "′", "＇"].map((sign) => whole(`apostrophe ${sign}`, (phrase) => phrase.replaceAll(/['’]/g, sign))),
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
  whole("line breaks", (phrase) => phrase.replaceAll(" ", "\r\n")),
  whole("tabs", (phrase) => phrase.replaceAll(" ", "\t")),
  ...([["zero-width space", "\u200b"], ["zero-width joiner", "\u200d"], ["soft hyphen", "\u00ad"], ["word joiner", "\u2060"], ["direction mark", "\u200e"], ["byte order mark", "\ufeff"]] as const).map(([name, sign]) =>
    places(`${name}, each place`, /(?<=[a-z])(?=[a-z])/gi, () => sign),
  ),
  whole("zero-width space, everywhere", (phrase) => phrase.replaceAll(/(?<=.)(?=.)/g, "\u200b")),
  whole("words in bold marks", (phrase) => `**${phrase}**`),
  whole("in quotation marks", (phrase) => `she wrote “${phrase}” and left`),
  whole("a Cyrillic letter in each word", (phrase) => phrase.replaceAll(/[a-z]{2,}/g, (word) => word.replace(/[aeiopcys](?!$)/, (letter) => cyrillic[letter] ?? letter))),
  whole("missing apostrophes", (phrase) => phrase.replaceAll(/(?<=n)['’](?=t)/g, "")),
  places("wanna", /\bwant to\b/g, () => "wanna"),
  places("my self", /\bmyself\b/gi, () => "my self"),
  places("any more", /\banymore\b/g, () => "any more"),
  places("drawn-out letter, each place", /[a-z](?![a-z']*['’])/gi, (letter) => letter.repeat(5), { promise: "misses" }),
  places("two letters drawn out", /([a-z])([a-z])(?=[^a-z'’]|$)/gi, ([first, second]: string) => first!.repeat(4) + second!.repeat(6), { promise: "misses" }),
  places("doubled letter, each place", /[a-z]/gi, (letter) => letter.repeat(2), { promise: "misses" }),
  places("letter left out, each place", /(?<=[a-z])[a-z](?=[a-z])/gi, () => "", { promise: "nothing" }),
  places("two letters swapped, each place", /[a-z]{2}/gi, ([first, second]: string) => `${second}${first}`, { promise: "nothing" }),
  whole("digits for letters", (phrase) => phrase.replaceAll("i", "1").replaceAll("e", "3").replaceAll("o", "0"), { promise: "nothing" }),
];

/** Short ones beside those of the bank, so that one phrase cannot cover for another. */
export const crisisPhrases: readonly string[] = [
  "i want to die", "she wants to die", "i want to end it", "thinking of ending it all", "i want to kill myself", "thoughts of killing myself", "i keep hurting myself", "i want to hurt myself", "i started cutting myself",
  "i'm going to end my life", "i feel suicidal", "i'm thinking about suicide", "my son talks about self harm", "i'd be better off dead", "they'd be better off without me", "i wish i was dead", "there's no reason to live",
  "i don't want to be here anymore", "i don't feel safe", "i do not feel safe", "i'm not feeling safe at home", "i can't go on anymore", "i can't take it anymore", "i cannot take this anymore", "i can't do this anymore", "i can't go on",
  "he hits me", "she hit me again", "my ex hit the kids", "my daughter is being hit", "i'm being abused", "the kids are being hurt", "he choked me", "he slapped my son", "he beat me up", "i'm afraid he will hurt us", "i'm scared he'll hurt the kids",
  "he threatened to kill me", "he said he'd kill me", "i'm scared for my life", "he put his hands around my neck", "i'm afraid i'll hurt the baby",
];

/** What sounds like a crisis and is none: each next to a phrase of the bank. */
export const benignTwins: readonly string[] = [
  "i want to diet", "we want to end it with the sitter", "my phone died at pickup", "the kids are dying to see you", "i could kill for a coffee", "this is killing me", "i had to kill time",
  "i'm skilled at this", "hit me up tomorrow", "she hit the roof", "he was being hit on", "the kids are being hurtful", "we're better off without him", "it's not safe to post that",
  "i can't go on vacation", "i can't take the kids on friday anymore", "i'm taking my life back", "we watched suicide squad", "i cut myself some slack", "i hurt myself at the gym", "he hit me with another motion",
  "the news hit the kids hard", "she hit her head at dad's", "worried he'll hurt her feelings", "i don't want to live with him anymore", "i don't want to wake up early", "he kicked me out", "he beat us to it",
  "i beat myself up about it", "i'm killing myself trying to please her", "i wanted to die of embarrassment", "she's dead set on winning", "he has never hit me",
];
