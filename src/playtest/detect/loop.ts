import type { Quote } from "../../contract/index.ts";
import { remember } from "../../kernel/memo/index.ts";
import { toldPulse } from "../classify/index.ts";
import { storyWords } from "../text/index.ts";
import { plainSummary } from "../story/index.ts";
import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { distinctRuns, distinctWords } from "./fingerprint.ts";
import { containment, jaccard, mostShared } from "./jaccard.ts";
import type { Detector, Finding, Observation } from "./observation.ts";
import { repetition } from "./repetition.ts";
import { shingles } from "./shingles.ts";
import { sentencesOf } from "./sentences.ts";
import { read, type Text } from "./text.ts";
import { MARK } from "./word-marks.ts";
import type { Word } from "./word.ts";

/**
 * Half of the words of both; or, where a part of an output comes back, nearly all of its runs of three. Less is a phrase
 * that is used again, or a sign that is read again. `human-turns.test.ts` counts the false alarms on human game masters.
 */
const ALIKE = { words: 0.5, runs: 0.8 };
/** A second recap of the same past shares its names and titles with the first. */
const ALIKE_RECAP = { words: 0.65, runs: 0.8 };
const LOOK_BACK = 20;
const LONG = 25;
/** Verbatim, or as good as. */
const NEAR = 0.8;
/** A short output is a loop only as a near-exact repeat, and one that says something: "What do you do?" comes every turn. */
const SHORT = { words: 8, contentWords: 4 };
/** Unless it is all that ever comes: so many times in a row nobody says the same by chance. */
const IN_A_ROW = 3;
/** Whoever asks to hear it again gets no loop. Whoever asks for a recap wants it told shorter, and not in the same words. */
const ASKED_TO_REPEAT =
  /\b(?:repeat (?:that|it|what|the)|say (?:that|it) again|tell (?:us|me) again|(?:what|who|where|how)\b[^.?!]{0,60}\bagain\s*\?|(?:read|describe)\b[^.?!]{0,40}\bagain|didn't (?:catch|hear|get) (?:that|it))/i;

const asksToRepeat = (relay: string): boolean =>
  (read(relay).marks & MARK.again) !== 0 && ASKED_TO_REPEAT.test(relay);

/** So much of one of the guide's tellings makes it that beat. */
const TOLD = 0.5;

type Match = { turn: number; score: number };

/** The narrator says what was said before, in the same or nearly the same words. */
export const loop: Detector = (observation) => {
  const best = allThatComes(observation) ?? mostAlike(observation);
  return {
    findings: asOne([
      ...(best ? [finding(observation, best)] : toldAgain(observation)),
      ...repetition(observation),
    ]),
  };
};

/** An output that repeats another and itself has failed once, with all that shows it. */
const asOne = ([first, ...more]: readonly Finding[]): Finding[] =>
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

/** A beat of the guide that was told before, in other words than it was told in then. */
function toldAgain({
  turn,
  phase,
  text,
  type,
  guide,
  guidePulse,
  toldPulses = [],
  earlier,
  relay,
}: Observation): Finding[] {
  if (
    phase !== "story" ||
    guidePulse !== undefined ||
    type === "recap" ||
    toldPulses.length === 0 ||
    asksToRepeat(relay)
  )
    return [];
  const { again } = toldPulse(comparedPart(text), { guide, told: toldPulses });
  if (!again) return [];
  const { text: texts, summary } = guide.pulses.find(({ id }) => id === again.id)!;
  const tellings = (texts.length > 0 ? texts : [plainSummary({ summary })]).map(storyWords);
  const overlap = (words: ReadonlySet<string>) =>
    Math.max(
      ...tellings.map((telling) => [...telling].filter((word) => words.has(word)).length / telling.size),
    );
  const before = earlier
    .slice(-LOOK_BACK)
    .map((output) => ({ ...output, overlap: overlap(storyWords(output.text)) }))
    .toSorted((a, b) => b.overlap - a.overlap)[0];
  // Still at it, and no more than that.
  if (!before || before.overlap < TOLD || before.turn >= turn - 1) return [];
  return [
    {
      turn,
      type: "repetition",
      description: `Narrator told "${again.title}" of turn ${before.turn} again, in other words.`,
      severity: "warning",
      evidence: [before, { turn, text }].map((told) => ({
        turn: told.turn,
        text: excerpt(comparedPart(told.text)),
      })),
      confidence: 0.7,
      source: "repetition",
    },
  ];
}

/** Of two that are equally alike the first: the later one is a repeat itself. */
function mostAlike(observation: Observation): Match | undefined {
  const earlier = observation.earlier.slice(-LOOK_BACK);
  if (earlier.length === 0 || asksToRepeat(observation.relay)) return undefined;
  const now = printOf(observation.text);
  const [prints, theirWords, theirRuns]: [Print[], Uint32Array[], Uint32Array[]] = [[], [], []];
  for (const { text } of earlier) {
    const print = printOf(text);
    prints.push(print);
    theirWords.push(print.words);
    theirRuns.push(print.shingles);
  }
  // What neither words nor runs can make alike is not compared at all, and that is nearly all.
  const words = mostShared(now.words, theirWords);
  const runs = mostShared(now.shingles, theirRuns);
  let best: Match | undefined;
  for (let at = 0; at < earlier.length; at += 1) {
    const print = prints[at]!;
    if (
      words[at]! < (ALIKE.words * (now.words.length + print.words.length)) / (1 + ALIKE.words) - 1e-9 &&
      runs[at]! < ALIKE.runs * now.shingles.length - 1e-9
    )
      continue;
    const { turn, text, type } = earlier[at]!;
    if (asksAnotherPlayer(observation, text)) continue;
    const score = likeness(
      inOrder(now),
      inOrder(print),
      observation.type === "recap" && type === "recap" ? ALIKE_RECAP : ALIKE,
    );
    if (score > 0 && (best === undefined || score > best.score)) best = { turn, score };
  }
  return best;
}

/** The same few words, turn after turn. */
function allThatComes({ text, earlier }: Observation): Match | undefined {
  const differs = earlier.findLastIndex(
    (output) => !beginAlike(text, output.text) || bare(output.text) !== bare(text),
  );
  const same = earlier.slice(differs + 1);
  return same.length + 1 >= IN_A_ROW && bare(text) !== "" ? { turn: same[0]!.turn, score: 1 } : undefined;
}

/** A count that goes up with the turns makes no other text of it. */
const numbers =
  /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|first|second|third|fifth|eighth|ninth|twelfth|(?:four|six|seven|ten|eleven|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)tie)th)\b|\p{N}+(?:st|nd|rd|th)?/gu;

/** Most texts that differ do so from the start: their first words are looked at before the whole. */
function beginAlike(one: string, other: string): boolean {
  const [a, b] = [bareHead(one), bareHead(other)];
  return a.startsWith(b) || b.startsWith(a);
}

const HEAD = /^[^]{0,60}(?=\s)/;
const bareHead = remember((text) => bareOf(HEAD.exec(text)?.[0] ?? ""), { most: 200 });
const bare = remember((text) => bareOf(comparedPart(text)), { most: 200 });

const bareOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(numbers, " ")
    .replaceAll(/[^\p{L}]+/gu, " ")
    .trim();

/** What is kept of a text to compare it with others: small, since every turn is compared with twenty. */
type Print = {
  length: number;
  words: Uint32Array;
  shingles: Uint32Array;
  saysSomething: boolean;
  isSorted: boolean;
};

/** Only what may be alike is compared number by number. */
function inOrder(print: Print): Print {
  if (print.isSorted) return print;
  print.words.sort();
  print.shingles.sort();
  print.isSorted = true;
  return print;
}

const printOf = remember(
  (whole): Print => {
    const words = statedWords(read(comparedPart(whole)));
    return {
      length: words.length,
      words: distinctWords(words),
      shingles: distinctRuns(words, 3),
      saysSomething: saysSomething(words),
      isSorted: false,
    };
  },
  { most: 4_000 },
);

function saysSomething(words: readonly Word[]): boolean {
  if (words.length < SHORT.words) return false;
  let [at, found] = [0, 0];
  for (; at < words.length && found < SHORT.contentWords; at += 1) if (words[at]!.isContent) found += 1;
  return found >= SHORT.contentWords;
}

/** The stretches outside of questions: a choice that is still open is offered again, and should be. All of it where there is nothing else. */
function statedIn(text: Text): Array<{ from: number; to: number }> {
  const parts: Array<{ from: number; to: number }> = [];
  let from = 0;
  for (const sentence of text.text.includes("?") ? sentencesOf(text) : []) {
    if (!sentence.text.endsWith("?")) continue;
    if (sentence.from > from) parts.push({ from, to: sentence.from });
    from = sentence.to;
  }
  if (text.words.length > from) parts.push({ from, to: text.words.length });
  return parts.length === 0 ? [{ from: 0, to: text.words.length }] : parts;
}

function statedWords(text: Text): readonly Word[] {
  const parts = statedIn(text);
  return parts[0]!.to - parts[0]!.from === text.words.length
    ? text.words
    : parts.flatMap(({ from, to }) => text.words.slice(from, to));
}

/** How much of an output is another; 0 where that is too little to speak of. */
function likeness(now: Print, then: Print, alike: typeof ALIKE): number {
  const short = Math.min(now.length, then.length) < LONG;
  // Less than what would be found is as good as nothing: twenty comparisons a turn end early.
  const shared = jaccard(now.words, then.words, short ? NEAR : alike.words);
  const contained = short ? 0 : containment(now.shingles, then.shingles, shared > 0 ? 0 : alike.runs);
  const found = short
    ? shared >= NEAR && now.saysSomething && then.saysSomething
    : shared >= alike.words || contained >= alike.runs;
  return found ? Math.max(shared, contained) : 0;
}

/** Before the story, every player is asked the same questions. */
function asksAnotherPlayer({ phase, text, names }: Observation, earlier: string): boolean {
  return phase === "creation" && names.some((name) => text.includes(name) !== earlier.includes(name));
}

/** Quotes the longest run that both have, or how both begin. */
function sharedWords(
  now: { turn: number; text: string },
  then: { turn: number; text: string },
): [before: Quote, now: Quote] {
  const [ours, theirs] = [told(now), told(then)];
  const starts = new Map<string, number>();
  for (const [at, run] of theirs.runs.entries()) if (!starts.has(run)) starts.set(run, at);
  let best = { at: 0, length: 0 };
  let length = 0;
  for (const [at, run] of ours.runs.entries()) {
    length = starts.has(run) ? length + 1 : 0;
    if (length > best.length) best = { at: at - length + 1, length };
  }
  const quote = ({ turn, text, at }: Told, first: number): Quote => {
    const last = best.length === 0 ? at.length - 1 : Math.min(first + best.length + 1, at.length - 1);
    return { turn, text: excerpt(text.text, { start: text.starts[at[first]!], end: text.ends[at[last]!] }) };
  };
  return [quote(theirs, starts.get(ours.runs[best.at] ?? "") ?? 0), quote(ours, best.at)];
}

type Told = { turn: number; text: Text; at: readonly number[]; runs: readonly string[] };

function told({ turn, text: whole }: { turn: number; text: string }): Told {
  const text = read(comparedPart(whole));
  const at = statedIn(text).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );
  return {
    turn,
    text,
    at,
    runs: shingles(
      at.map((each) => text.words[each]!.text),
      3,
    ),
  };
}

function finding({ turn, text, earlier }: Observation, { turn: before, score }: Match): Finding {
  const near = score >= NEAR;
  const said = earlier.find((output) => output.turn === before)!.text;
  return {
    turn,
    type: "repetition",
    description: `Narrator repeated turn ${before}${near ? " almost word for word" : ""} (${Math.round(score * 100)} % alike).`,
    severity: near ? "error" : "warning",
    evidence: sharedWords({ turn, text }, { turn: before, text: said }),
    confidence: near ? 0.95 : 0.8,
    source: "repetition",
  };
}
