import type { Issue, Quote } from "../../contract/index.ts";
import { remember, splitSentences, type Span } from "../../kernel/text/index.ts";
import { excerpt, MECHANICAL, type Observation, type ReaderKind } from "./finding-kind.ts";

/** The narrator tells something again. Code finds near-verbatim repeats, a reader finds paraphrases. */
export const loop = {
  plural: "loops",
  rank: 4,
  countedWith: "failures",
  goesOn: true,
  metric: "loops",
  publicly: "The narrator repeated itself.",
  reader: {
    is:
      "the narration tells again what was told before, in the same or other words, " +
      "and the situation stays where it was; where it thereby ignores the group's request, " +
      "say so in the claim",
    not: "a recap that somebody asked for; a short reminder before something new; a refrain or deliberate echo",
    quotedFrom: "narration",
    earlierQuote: "any",
    severity: "error",
  },
  detect,
} satisfies ReaderKind;

/** Near-verbatim: this share of an output's runs of three words stands in one earlier output. */
const REPEATED = 0.6;
const RUN = 3;
const LOOK_BACK = 20;
/** Shorter outputs share their few words by chance, unless they are the same this many times in a row. */
const FEWEST_WORDS = 25;
const IN_A_ROW = 3;

function detect({ turn, phase, shared, earlier }: Observation): Issue[] {
  const now = printOf(shared);
  // Before the story every player is asked the same questions.
  if (phase === "creation" || now.spans.length === 0) return [];
  const again =
    now.spans.length >= FEWEST_WORDS
      ? earlier.slice(-LOOK_BACK).find((output) => shareIn(printOf(output.text).runs, now) >= REPEATED)
      : firstOfTheSame(now, earlier);
  if (!again) return [];
  return [
    {
      turn,
      kind: "loop",
      description: `Narrator repeated turn ${again.turn}.`,
      severity: "error",
      evidence: sharedWords(now, again, turn),
      confidence: 0.95,
      source: MECHANICAL,
    },
  ];
}

/** The share of an output's runs that others have. */
const shareIn = (others: readonly string[], { runs }: Print): number => {
  const theirs = new Set(others);
  return runs.filter((run) => theirs.has(run)).length / runs.length;
};

/** The same few words, turn after turn. */
function firstOfTheSame(now: Print, earlier: Observation["earlier"]): Quote | undefined {
  const words = wordsOf(now.spans);
  const lastOther = earlier.findLastIndex(({ text }) => wordsOf(printOf(text).spans) !== words);
  return earlier.length - lastOther >= IN_A_ROW ? earlier[lastOther + 1] : undefined;
}

/** Both outputs from the longest passage that they share. */
function sharedWords(now: Print, { turn: before, text }: Quote, turn: number): Quote[] {
  const then = printOf(text);
  const theirs = new Map(then.runs.map((run, at) => [run, at]));
  let longest = { size: 0, here: 0, there: 0 };
  let size = 0;
  now.runs.forEach((run, at) => {
    const place = theirs.get(run);
    const goesOn = size > 0 && place === theirs.get(now.runs[at - 1]!)! + 1;
    size = place === undefined ? 0 : goesOn ? size + 1 : 1;
    if (size > longest.size) longest = { size, here: at - size + 1, there: place! - size + 1 };
  });
  const quote = ({ text, spans }: Print, at: number): string => excerpt(text, { start: spans[at]?.start });
  return [
    { turn: before, text: quote(then, longest.there) },
    { turn, text: quote(now, longest.here) },
  ];
}

/** A word, in lower case and with a straight apostrophe, and its offset. */
type WordSpan = Span & { word: string };

/** In scripts without spaces each character counts as a word. */
const ALONE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const WORD = new RegExp(`[${ALONE}]|[${LETTER}--[${ALONE}]]+(?:['’]${LETTER}+)*`, "gv");

const wordSpans = (text: string): readonly WordSpan[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll("’", "'"),
    start: index,
    end: index + word.length,
  }));

/** Every run of this many words, in order, with repeats. */
const runsIn = (words: readonly WordSpan[], size: number): string[] =>
  words.slice(size - 1).map((_, at) => wordsOf(words.slice(at, at + size)));

const wordsOf = (words: readonly WordSpan[]): string => words.map(({ word }) => word).join(" ");

/** What is compared of an output. */
type Print = { text: string; spans: readonly WordSpan[]; runs: readonly string[] };

const printOf = remember((text): Print => {
  const spans = statedIn(text);
  return { text, spans, runs: runsIn(spans, Math.min(RUN, spans.length)) };
});

/** The words outside questions: an open choice should be offered again. All words if there is nothing else. */
function statedIn(text: string): readonly WordSpan[] {
  const all = wordSpans(text);
  const questions = splitSentences(text).filter(({ start, end }) =>
    /\?\S*$/.test(text.slice(start, end).trim()),
  );
  const stated = all.filter(
    (word) => !questions.some(({ start, end }) => word.start >= start && word.end <= end),
  );
  return stated.length === 0 ? all : stated;
}
