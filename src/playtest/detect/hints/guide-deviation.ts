import type { Story } from "../../../contract/index.ts";
import { allMatches } from "../all-matches.ts";
import { comparedPart } from "../compared-part.ts";
import { excerpt } from "../excerpt.ts";
import { keptFor } from "../kept-for.ts";
import type { Detector } from "../observation.ts";
import { once } from "../once.ts";
import { facet, read, SIGN, type Text } from "../text.ts";
import { letters, SEED } from "../word.ts";

/** So many turns of what was said are looked through for who brought a name in. */
const LOOK_BACK = 30;
/** One name may be colour; two are a scene that the guide does not have. */
const FEWEST = 2;
/** Names that belong to no story. */
const COMMON = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter god lord heaven hell bible
  latin english french german italian spanish greek roman dutch irish scottish american british european indian chinese russian arabic north south east west northern southern
  mr mrs ms miss dr sir madam captain doctor father mother sister brother uncle aunt professor inspector constable sergeant king queen prince princess i'm i'll i've i'd ok okay tv
  chapter act scene part turn narrator player players group all only private everyone`.split(/\s+/),
);

/** Names that are neither in the guide nor brought in by a player: a place, a person, a thing of the narrator's own. */
export const guideDeviation: Detector = ({
  turn,
  phase,
  text: all,
  heard: whole = all,
  guide,
  names,
  earlier,
  table = [],
  relay,
  players,
}) => {
  if (phase !== "story") return { findings: [] };
  const text = comparedPart(whole);
  const known = wordsOfGuide(guide);
  const ours = once(() => new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/))));
  const isNew = (word: string) => !known.has(word) && !COMMON.has(word) && !ours().has(word);
  const strange = new Map<string, ProperName>();
  for (const name of properNames(text)) if (name.words.every(isNew)) strange.set(name.text, name);
  if (strange.size < FEWEST) return { findings: [] };
  // What was told last is looked at first: there most names are found, and the rest need not be read.
  const said = [
    ...earlier
      .slice(-LOOK_BACK)
      .map((output) => output.text)
      .toReversed(),
    relay,
    ...table.slice(-LOOK_BACK * 6),
    ...players.map(({ says }) => says),
  ];
  const texts: Text[] = [];
  const wasSaid = (name: string): boolean => {
    const number = letters(SEED, /^[^'-]*/.exec(name)![0]);
    for (let at = 0; at < said.length; at += 1)
      if (has((texts[at] ??= read(said[at]!)), name, number)) return true;
    return false;
  };
  const found = [...strange.values()].filter(({ words }) => !words.some(wasSaid));
  const [first] = found;
  if (!first || found.length < FEWEST) return { findings: [] };
  return {
    findings: [
      {
        turn,
        type: "guide-deviation",
        description: `Not in the guide, and not from a player: ${found
          .slice(0, 5)
          .map((name) => name.text)
          .join(", ")}.`,
        severity: "warning",
        evidence: [
          { turn, text: excerpt(text, { start: sentenceStart(text, first.start), end: first.start + 200 }) },
        ],
        confidence: 0.3,
        source: "guide-deviation",
      },
    ],
  };
};

type ProperName = { text: string; words: string[]; start: number };

const PROPER =
  /(?<=[\p{Ll},;:)]["”']?\s+(?:["“'‘])?)\p{Lu}\p{Ll}[\p{L}'’-]+(?:\s+\p{Lu}\p{Ll}[\p{L}'’-]+){0,2}/gu;

/** Written with a capital where the sentence does not ask for one. */
const properNames = (text: string): ProperName[] =>
  allMatches(text, PROPER).map(({ 0: name, index }) => {
    const lower = name.toLowerCase();
    const plain = /['’]/.test(lower) ? lower.replaceAll("’", "'").replaceAll(/'s\b/g, "") : lower;
    return {
      text: name.replace(/['’]s$/, ""),
      words: /\s/.test(plain) ? plain.split(/\s+/) : [plain],
      start: index,
    };
  });

const sentenceStart = (text: string, at: number) =>
  Math.max(text.lastIndexOf(". ", at) + 2, text.lastIndexOf("\n", at) + 1, 0);

const lowerWords = facet(({ text }) => lowerWordsIn(text));
const lowerWordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .replaceAll(/'s\b/g, "")
      .match(/\p{L}[\p{L}'-]*/gu) ?? [],
  );

/** A place for each of so many kinds of words, 32 in a number: hardly any text has to be looked through to know that a name is not in it. */
const KINDS = 2_048;
const NO_KINDS: readonly number[] = Array.from({ length: KINDS / 32 }, () => 0);
const ALL_KINDS: readonly number[] = NO_KINDS.map(() => -1);
const kindsIn = facet(({ words, signs }): readonly number[] => {
  const kinds = NO_KINDS.slice();
  for (const { bareNumber, isOne } of words) {
    // Another eye may take a part of it for a word, or several for one.
    if (!isOne || signs === SIGN.any) return ALL_KINDS;
    kinds[(bareNumber & (KINDS - 1)) >> 5]! |= 1 << (bareNumber & 31);
  }
  return kinds;
});

/** Looks a name up: by the number of its letters before a hyphen or an apostrophe, and where a word has these, as a whole. */
function has(text: Text, name: string, number: number): boolean {
  const kinds = kindsIn(text);
  if (!(kinds[(number & (KINDS - 1)) >> 5]! & (1 << (number & 31)))) return false;
  const { text: whole, words, starts, ends } = text;
  let may = kinds === ALL_KINDS;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (word.bareNumber !== number) continue;
    may = true;
    // Between two gaps: then there is no need to look how the text is taken apart.
    if (
      word.isOne &&
      (word.text === name || word.text === `${name}'s`) &&
      isGap(whole, starts[at]! - 1) &&
      isGap(whole, ends[at]!)
    )
      return true;
  }
  return may && lowerWords(text).has(name);
}

const isGap = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || ' .,;:!?\n"“”()—…'.includes(text[at]!);

const wordsOfGuide = keptFor((guide: Story) => lowerWordsIn(JSON.stringify(guide)));
