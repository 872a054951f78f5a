import type { Issue, Quote } from "../../contract/index.ts";
import {
  contentWords,
  numberWords,
  remember,
  shingles,
  splitSentences,
  wordSpans,
  type WordSpan,
} from "../text/index.ts";
import { comparedPart, excerpt, MECHANICAL, type Observation, type ReaderKind } from "./finding-kind.ts";

/** The narrator tells something again. Code finds near-verbatim repeats, a reader finds paraphrases. */
export const loop = {
  plural: "loops",
  rank: 4,
  countedWith: "failures",
  goesOn: true,
  metric: "loops",
  publicly: "The narrator repeated itself.",
  reader: {
    is: "the narration tells again what was told before, in the same or other words, and the situation stays where it was; where it thereby ignores the group's request, say so in the claim",
    not: "a recap that somebody asked for; a short reminder before something new; a refrain or deliberate echo",
    quotedFrom: "narration",
    earlierQuote: "any",
    severity: "error",
  },
  detect,
  onlyReader: "paraphrased repetition",
} satisfies ReaderKind;

/**
 * Half of the words of both; or, if part of an output returns, nearly all of its trigrams. Less is a reused phrase, or
 * a sign read twice.
 */
const ALIKE = { words: 0.5, runs: 0.8 };
/** A second recap of the same past shares its names and titles with the first. */
const ALIKE_RECAP = { words: 0.65, runs: 0.8 };
const LOOK_BACK = 20;
const LONG = 25;
/** Verbatim or nearly. */
const NEAR = 0.8;
/** A short output is a repetition only if nearly exact and substantial: "What do you do?" comes every turn. */
const SHORT = { words: 8, contentWords: 4 };
/** Unless nothing else ever comes: this many times in a row is not chance. */
const IN_A_ROW = 3;
/** An output that repeats itself: the most repetitive turn of a human game master has .089. */
const WITHIN = { share: 0.15, run: 4 };
/** A group that asks to hear it again gets no repetition. A recap should be shorter and in other words. */
const ASKED_TO_REPEAT =
  /\b(?:repeat (?:that|it|what|the)|say (?:that|it) again|tell (?:us|me) again|(?:what|who|where|how)\b[^.?!]{0,60}\bagain\s*\?|(?:read|describe)\b[^.?!]{0,40}\bagain|didn't (?:catch|hear|get) (?:that|it))/i;

type Match = { turn: number; score: number };

function detect(observation: Observation): Issue[] {
  const best = allThatComes(observation) ?? mostAlike(observation);
  return asOne([...(best ? [ofTurn(observation, best)] : []), ...within(observation)]);
}

/** An output that repeats another and itself has failed once, with all evidence. */
const asOne = ([first, ...more]: readonly Issue[]): Issue[] =>
  first === undefined
    ? []
    : [
        more.reduce(
          (one, other) => ({
            ...one,
            description: `${one.description} ${other.description}`,
            severity: one.severity === "error" ? "error" : other.severity,
            evidence: [...one.evidence, ...other.evidence],
            confidence: Math.max(one.confidence, other.confidence),
          }),
          first,
        ),
      ];

/** Of two equal ones the first: the later one is a repeat itself. */
function mostAlike(observation: Observation): Match | undefined {
  if (ASKED_TO_REPEAT.test(observation.relay)) return undefined;
  const now = printOf(observation.text);
  let best: Match | undefined;
  for (const { turn, text, type } of observation.earlier.slice(-LOOK_BACK)) {
    if (asksAnotherPlayer(observation, text)) continue;
    const bothRecap = observation.type === "recap" && type === "recap";
    const score = likeness(now, printOf(text), bothRecap ? ALIKE_RECAP : ALIKE);
    if (score > (best?.score ?? 0)) best = { turn, score };
  }
  return best;
}

/** Before the story, every player is asked the same questions. */
const asksAnotherPlayer = ({ phase, text, names }: Observation, earlier: string): boolean =>
  phase === "creation" && names.some((name) => text.includes(name) !== earlier.includes(name));

/** How much of an output repeats another; 0: too little to matter. */
function likeness(now: Print, then: Print, alike: typeof ALIKE): number {
  const shared = sharedBy(now.words, then.words);
  const jaccard = shared === 0 ? 0 : shared / (now.words.size + then.words.size - shared);
  if (Math.min(now.length, then.length) < LONG)
    return jaccard >= NEAR && now.saysSomething() && then.saysSomething() ? jaccard : 0;
  const contained = now.runs.size === 0 ? 0 : sharedBy(now.runs, then.runs) / now.runs.size;
  return jaccard >= alike.words || contained >= alike.runs ? Math.max(jaccard, contained) : 0;
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const member of one) if (other.has(member)) count += 1;
  return count;
}

/** The same few words, turn after turn. */
function allThatComes({ text, earlier }: Observation): Match | undefined {
  const wanted = bare(text);
  const differs = earlier.findLastIndex((output) => bare(output.text) !== wanted);
  const same = earlier.slice(differs + 1);
  return same.length + 1 >= IN_A_ROW && wanted !== "" ? { turn: same[0]!.turn, score: 1 } : undefined;
}

/** A counter that grows with the turns does not make another text. */
const irregular: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};
const counting = [...numberWords.units, ...numberWords.tens];
const ordinals = counting.map((word) => irregular[word] ?? `${word.replace(/y$/, "ie")}th`);
const numbers = new RegExp(
  String.raw`\b(?:${[...counting, "hundred", ...ordinals].join("|")})\b|\p{N}+(?:st|nd|rd|th)?`,
  "gu",
);

const bare = (text: string): string =>
  comparedPart(text)
    .toLowerCase()
    .replaceAll(numbers, " ")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim();

/** What is kept of a text for comparison. */
type Print = {
  length: number;
  words: ReadonlySet<string>;
  runs: ReadonlySet<string>;
  /** Computed for short texts only. */
  saysSomething(): boolean;
};

const printOf = remember((whole): Print => {
  const stated = statedIn(comparedPart(whole)).map(({ word }) => word);
  return {
    length: stated.length,
    words: new Set(stated),
    runs: new Set(shingles(stated, 3)),
    saysSomething: () =>
      stated.length >= SHORT.words && contentWords(stated.join(" ")).length >= SHORT.contentWords,
  };
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

function ofTurn({ turn, text, earlier }: Observation, { turn: before, score }: Match): Issue {
  const near = score >= NEAR;
  const said = earlier.find((output) => output.turn === before)!;
  return {
    turn,
    kind: "loop",
    description: `Narrator repeated turn ${before}${near ? " almost word for word" : ""} (${Math.round(score * 100)} % alike).`,
    severity: near ? "error" : "warning",
    evidence: sharedWords({ turn, text }, said),
    confidence: near ? 0.95 : 0.8,
    source: MECHANICAL,
  };
}

/** Quotes the longest common run, or the beginnings of both. */
function sharedWords(now: Quote, then: Quote): [before: Quote, now: Quote] {
  const read = ({ turn, text: whole }: Quote) => {
    const text = comparedPart(whole);
    const spans = statedIn(text);
    return {
      turn,
      text,
      spans,
      runs: shingles(
        spans.map(({ word }) => word),
        3,
      ),
    };
  };
  const [ours, theirs] = [read(now), read(then)];
  const starts = new Map<string, number>();
  for (const [at, run] of theirs.runs.entries()) if (!starts.has(run)) starts.set(run, at);
  let best = { at: 0, length: 0 };
  let length = 0;
  for (const [at, run] of ours.runs.entries()) {
    length = starts.has(run) ? length + 1 : 0;
    if (length > best.length) best = { at: at - length + 1, length };
  }
  const quote = ({ turn, text, spans }: typeof ours, first: number): Quote => {
    const last = best.length === 0 ? spans.length - 1 : Math.min(first + best.length + 1, spans.length - 1);
    return { turn, text: excerpt(text, { start: spans[first]?.start, end: spans[last]?.end }) };
  };
  return [quote(theirs, starts.get(ours.runs[best.at] ?? "") ?? 0), quote(ours, best.at)];
}

/** An output that loops within itself: the share of its four-word runs that came before. */
function within({ turn, text: whole }: Observation): Issue[] {
  const text = comparedPart(whole);
  const spans = wordSpans(text);
  if (spans.length < LONG) return [];
  const runs = shingles(
    spans.map(({ word }) => word),
    WITHIN.run,
  );
  const last = new Map(runs.map((run, at) => [run, at]));
  const share = 1 - last.size / runs.length;
  if (share < WITHIN.share) return [];
  // The first one that returns, and its last place.
  const first = runs.findIndex((run, at) => last.get(run) !== at);
  const quote = (at: number): Quote => ({
    turn,
    text: excerpt(text, {
      start: spans[at]!.start,
      end: spans[Math.min(at + 2 * WITHIN.run, spans.length) - 1]!.end,
    }),
  });
  return [
    {
      turn,
      kind: "loop",
      description: `Narrator repeated itself within the turn: ${Math.round(share * 100)} % of it had been said before.`,
      severity: share >= NEAR ? "error" : "warning",
      evidence: [quote(first), quote(last.get(runs[first]!)!)],
      confidence: 0.9,
      source: MECHANICAL,
    },
  ];
}
