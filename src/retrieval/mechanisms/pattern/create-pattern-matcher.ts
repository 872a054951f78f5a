import type { MatchDetail, PatternRules } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { compilePattern, type CompiledPattern } from "./compile-pattern.ts";
import { expandWords } from "./expand-words.ts";
import { harmlessPhrases } from "./harmless-phrases.ts";
import { keywordFinder } from "./keyword-finder.ts";
import type { Normalised } from "./normalise.ts";
import { parsePattern } from "./parse-pattern.ts";
import { patternWords } from "./pattern-words.ts";
import { createPrefilter } from "./prefilter.ts";
import { readings } from "./readings.ts";
import { createSlipReader } from "./slips.ts";
import { squeeze, squeezePattern } from "./squeeze.ts";

export type PatternMatcher = {
  /** What the message brings up, each once, in the order of the rules; and which words of it did. */
  match: (message: string) => { matches: string[]; details: MatchDetail[] };
};

/** One pattern of a crisis rule, or a keyword boost as a whole. `rule` is its place among all rules. */
type Entry = { rule: number; floor: boolean; literals: readonly string[] | undefined; find: Find };
type Find = (reading: Normalised) => Found | undefined;
type Found = { by: string; text: string };

/**
 * Crisis patterns first, then keywords. Patterns that are critical are also tried with doubled and drawn-out letters
 * squeezed, and with slips of the finger corrected, where they did not match as they stand. Rules do not see harmless phrases, unless they are the floor.
 */
export function createPatternMatcher({
  words,
  harmless,
  crisis_patterns,
  keyword_boosts,
}: PatternRules): PatternMatcher {
  const entries: Entry[] = [];
  const squeezed: Entry[] = [];
  const problems: string[] = [];
  /** All that critical rules and harmless phrases say. */
  const sources: string[] = [];
  const expanded = (place: string, pattern: string): string => {
    const found = expandWords(pattern, words);
    if ("source" in found) return found.source;
    problems.push(`${place}, "${pattern}": ${found.wrong}`);
    return "broken";
  };

  crisis_patterns.forEach(({ name, pattern, is_critical, floor, lookaround }, rule) => {
    for (const written of [pattern].flat()) {
      const place = `crisis pattern ${rule + 1}`;
      const source = expanded(place, written);
      const compiled = compilePattern({
        pattern: typeof pattern === "string" ? source : `\\b(?:${source})(?:\\b|[^\\w]|$)`,
        lookaround,
      });
      if ("wrong" in compiled) {
        problems.push(`${place}, "${written}": ${compiled.wrong}`);
        continue;
      }
      const facts = { rule, floor };
      entries.push({ ...facts, ...patternEntry(name ?? written, compiled.normalised) });
      if (is_critical) sources.push(source);
      if (is_critical) squeezed.push({ ...facts, ...patternEntry(name ?? written, compiled.squeezed) });
    }
  });
  keyword_boosts.forEach(({ keywords }, index) => {
    const finder = keywordFinder(keywords);
    if ("wrong" in finder) return void problems.push(`keyword boost ${index + 1}, ${finder.wrong}`);
    entries.push({ rule: crisis_patterns.length + index, floor: true, ...finder });
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
  const asWritten = search(entries);
  const withoutRuns = search(squeezed);
  const readSlips = createSlipReader(wordsOf(sources));

  return {
    match(message) {
      const found = new Map<number, Found>();
      for (const reading of readings(message)) {
        const plain = phrases.takeOut(reading);
        asWritten({ whole: reading, plain }, found);
        if (squeezed.length === 0) continue;
        const short = squeeze(reading);
        withoutRuns({ whole: short, plain: phrases.takeOutSqueezed(short) }, found);
        // Half a word that a hidden blank has cut off is not a slip.
        const meant = reading.counts ? undefined : readSlips(short);
        if (meant) withoutRuns({ whole: meant, plain: phrases.takeOutSqueezed(meant) }, found);
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

/** Looks for all entries at once; of each rule the first that is found speaks for it. */
function search(entries: readonly Entry[]) {
  const prefilter = createPrefilter(entries.map(({ literals }) => literals));
  return (
    { whole, plain }: { /** With harmless phrases. */ whole: Normalised; plain: Normalised },
    found: Map<number, Found>,
  ): void => {
    for (const number of prefilter.rulesFor(whole.text)) {
      const { rule, floor, find } = entries[number]!;
      const first = found.has(rule) ? undefined : find(floor ? whole : plain);
      if (first) found.set(rule, first);
    }
  };
}

const patternEntry = (by: string, { literals, find }: CompiledPattern): Pick<Entry, "literals" | "find"> => ({
  literals,
  find(reading) {
    const span = find(reading);
    return span && reading.counts?.(span.from, span.to) !== false
      ? { by, text: reading.original(span.from, span.to) }
      : undefined;
  },
});

const SHOWN = 20;

const badPatterns = (problems: readonly string[]) =>
  new HarnessError({
    code: "bad-pattern",
    message: [
      "These pattern rules cannot be used:",
      ...problems.slice(0, SHOWN).map((problem) => `  ${problem}`),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy: "Correct them in pattern_rules.json; docs/guide/retrieval.md says what a pattern may hold.",
  });
