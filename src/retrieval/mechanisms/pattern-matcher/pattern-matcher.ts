/**
 * The built-in rules of the pattern mechanism: which entities a message brings up by its words. Crisis patterns come
 * first, then keyword boosts. A message is read in several ways (see readings.ts), and critical patterns are also tried
 * with misspellings corrected, because a missed crisis is worse than a false positive.
 */
import type { MatchDetail, PatternRules } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { compilePattern, expandWords, type CompiledPattern, type Span } from "./compile-pattern.ts";
import { createSlipReader, squeeze, squeezePattern } from "./misspellings.ts";
import { normalise, type Normalised } from "./normalise.ts";
import { parsePattern, patternWords } from "./pattern-tree.ts";
import { readings } from "./readings.ts";

export type PatternMatcher = {
  /** The matched entities, each once, in the order of the rules; and the words of the message that matched. */
  match: (message: string) => { matches: string[]; details: MatchDetail[] };
};

/** One pattern of a crisis rule, or a whole keyword boost. `rule` is its index among all rules. */
type Entry = { rule: number; floor: boolean; find: Find };
type Find = (reading: Normalised) => Found | undefined;
type Found = { by: string; text: string };

/** Harmless phrases are hidden from all rules except those marked `floor`. */
export function createPatternMatcher({
  words,
  harmless,
  crisis_patterns,
  keyword_boosts,
}: PatternRules): PatternMatcher {
  const entries: Entry[] = [];
  const squeezed: Entry[] = [];
  const problems: string[] = [];
  /** Patterns with words that count as correctly spelled. */
  const sources: string[] = [];
  const expanded = (place: string, pattern: string): string => {
    const found = expandWords(pattern, words);
    if ("source" in found) return found.source;
    problems.push(`${place}, "${pattern}": ${found.wrong}`);
    return "broken";
  };

  crisis_patterns.forEach(({ name, pattern, is_critical, floor }, rule) => {
    for (const written of [pattern].flat()) {
      const place = `crisis pattern ${rule + 1}`;
      const source = expanded(place, written);
      const compiled = compilePattern(
        typeof pattern === "string" ? source : `\\b(?:${source})(?:\\b|[^\\w]|$)`,
      );
      if ("wrong" in compiled) {
        problems.push(`${place}, "${written}": ${compiled.wrong}`);
        continue;
      }
      entries.push({ rule, floor, find: patternFinder(name ?? written, compiled.normalised) });
      if (!is_critical) continue;
      sources.push(source);
      squeezed.push({ rule, floor, find: patternFinder(name ?? written, compiled.squeezed) });
    }
  });
  keyword_boosts.forEach(({ keywords }, index) => {
    const find = keywordFinder(keywords);
    if (typeof find === "function") entries.push({ rule: crisis_patterns.length + index, floor: true, find });
    else problems.push(`keyword boost ${index + 1}, ${find.wrong}`);
  });
  const harmlessSources = Object.entries(harmless).flatMap(([idea, patterns]) =>
    patterns.map((pattern) => expanded(`harmless phrase, ${idea}`, pattern)),
  );
  const phrases = harmlessPhrases(harmlessSources);
  sources.push(...harmlessSources);
  problems.push(...phrases.problems);
  if (problems.length > 0) throw badPatterns(problems);

  const entitiesOf = [
    ...crisis_patterns.map(({ entities }) => entities),
    ...keyword_boosts.map(({ entity }) => [entity]),
  ];
  const readSlips = createSlipReader(wordsOf(sources));

  return {
    match(message) {
      const found = new Map<number, Found>();
      for (const reading of readings(message)) {
        search(entries, { whole: reading, plain: phrases.takeOut(reading) }, found);
        if (squeezed.length === 0) continue;
        const short = squeeze(reading);
        search(squeezed, { whole: short, plain: phrases.takeOutSqueezed(short) }, found);
        // Half a word cut off by a hidden space is not a slip.
        const meant = reading.counts ? undefined : readSlips(short);
        if (meant) search(squeezed, { whole: meant, plain: phrases.takeOutSqueezed(meant) }, found);
      }
      const details = [...found]
        .sort(([a], [b]) => a - b)
        .flatMap(([rule, { by, text }]) => entitiesOf[rule]!.map((entity_id) => ({ entity_id, by, text })));
      return { matches: [...new Set(details.map(({ entity_id }) => entity_id))], details };
    },
  };
}

function wordsOf(sources: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const source of sources) {
    const tree = parsePattern(squeezePattern(source));
    if (tree) for (const word of patternWords(tree)) words.add(word);
  }
  return words;
}

/** Adds what matches to `found`: for each rule its first match. */
function search(
  entries: readonly Entry[],
  { whole, plain }: { /** With harmless phrases. */ whole: Normalised; plain: Normalised },
  found: Map<number, Found>,
): void {
  for (const { rule, floor, find } of entries) {
    const first = found.has(rule) ? undefined : find(floor ? whole : plain);
    if (first) found.set(rule, first);
  }
}

const patternFinder =
  (by: string, { find }: CompiledPattern): Find =>
  (reading) => {
    const span = find(reading);
    return span && reading.counts?.(span.from, span.to) !== false
      ? { by, text: reading.original(span.from, span.to) }
      : undefined;
  };

/** Finds the first keyword, in list order, that occurs in the message as whole words. */
function keywordFinder(keywords: readonly string[]): Find | { wrong: string } {
  const words = keywords.map((keyword) => ({ keyword, word: normalise(keyword).text.trim() }));
  const unseen = words.find(({ word }) => word === "");
  if (unseen) return { wrong: `"${unseen.keyword}": no visible character` };
  return ({ text, original }) => {
    for (const { keyword, word } of words) {
      const at = wholeWordAt(text, word);
      if (at !== -1) return { by: keyword, text: original(at, at + word.length) };
    }
    return undefined;
  };
}

function wholeWordAt(text: string, word: string): number {
  let at = text.indexOf(word);
  while (at !== -1 && (runsOn(text, at) || runsOn(text, at + word.length))) at = text.indexOf(word, at + 1);
  return at;
}

/** Letters, digits and marks. Scripts without spaces between words are left out: every position is a boundary there. */
const ofAWord =
  /[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]]/v;

/** Whether a word continues across this position. */
const runsOn = (text: string, at: number): boolean =>
  at > 0 && at < text.length && ofAWord.test(text[at - 1]!) && ofAWord.test(text[at]!);

/** Replaces every character of a harmless phrase. It is part of no word, and positions do not change. */
const TAKEN_OUT = "\u25a1";

type TakeOut = (reading: Normalised) => Normalised;

/** Removes harmless phrases from a message, so that the words around them still count. */
function harmlessPhrases(sources: readonly string[]): {
  takeOut: TakeOut;
  takeOutSqueezed: TakeOut;
  problems: string[];
} {
  const problems: string[] = [];
  const normalised: CompiledPattern[] = [];
  const squeezed: CompiledPattern[] = [];
  for (const source of sources) {
    const compiled = compilePattern(`\\b(?:${source})\\b`);
    if ("wrong" in compiled) {
      problems.push(`harmless phrase "${source}": ${compiled.wrong}`);
      continue;
    }
    normalised.push(compiled.normalised);
    squeezed.push(compiled.squeezed);
  }
  return { takeOut: takeOutAll(normalised), takeOutSqueezed: takeOutAll(squeezed), problems };
}

const takeOutAll =
  (phrases: readonly CompiledPattern[]): TakeOut =>
  (reading) => {
    const spans = phrases.flatMap((phrase) => [...everyMatch(phrase, reading)]);
    if (spans.length === 0) return reading;
    return { ...reading, text: without(reading.text, spans), lines: without(reading.lines, spans) };
  };

function* everyMatch(phrase: CompiledPattern, reading: Normalised): Generator<Span> {
  let span = phrase.find(reading);
  while (span) {
    yield span;
    span = phrase.find(reading, span.to);
  }
}

function without(text: string, spans: readonly Span[]): string {
  const units = text.split("");
  for (const { from, to } of spans) units.fill(TAKEN_OUT, from, to);
  return units.join("");
}

const SHOWN = 20;

const badPatterns = (problems: readonly string[]) =>
  new HarnessError({
    code: "bad-file",
    message: [
      "These pattern rules cannot be used:",
      ...problems.slice(0, SHOWN).map((problem) => `  ${problem}`),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy: "Correct them in pattern_rules.json; docs/guide/retrieval.md describes valid patterns.",
  });
