/**
 * The built-in rules of the pattern mechanism: which entities a message brings up by its words. Crisis patterns come
 * first, then keyword boosts. A message is read in several ways (see readings.ts), and critical patterns are also tried
 * with misspellings corrected, because a missed crisis is worse than a false positive.
 */
import type { MatchDetail, PatternRules } from "../../../contract/index.ts";
import { badFile } from "../../data-file.ts";
import { compilePattern, expandWords, type CompiledPattern } from "./compile-pattern.ts";
import { createSlipReader, squeeze, wordsIn } from "./misspellings.ts";
import type { Normalised } from "./normalise.ts";
import { readings } from "./readings.ts";

export type PatternMatcher = {
  /** The matched entities, each once, in the order of the rules; and the words of the message that matched. */
  match: (message: string) => { matches: string[]; details: MatchDetail[] };
};

/** One pattern of a crisis rule. `rule` is its index among all rules. */
type Entry = { rule: number; by: string; floor: boolean; find: CompiledPattern };
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

  function compiled(place: string, written: string, wrap: (source: string) => string) {
    const say = (problem: string) => problems.push(`${place}, "${written}": ${problem}`);
    const source = expandWords(written, words, say);
    const pattern = compilePattern(wrap(source));
    if (!("wrong" in pattern)) return { ...pattern, source };
    say(pattern.wrong);
    return undefined;
  }

  crisis_patterns.forEach(({ name, pattern, is_critical, floor }, rule) => {
    for (const written of [pattern].flat()) {
      const found = compiled(`crisis pattern ${rule + 1}`, written, (source) =>
        typeof pattern === "string" ? source : `\\b(?:${source})(?:\\b|[^\\w]|$)`,
      );
      if (!found) continue;
      const entry = { rule, by: name ?? written, floor };
      entries.push({ ...entry, find: found.normalised });
      if (!is_critical) continue;
      sources.push(found.source);
      squeezed.push({ ...entry, find: found.squeezed });
    }
  });
  const phrases = Object.entries(harmless).flatMap(([idea, patterns]) =>
    patterns.flatMap(
      (pattern) => compiled(`harmless phrase, ${idea}`, pattern, (source) => `\\b(?:${source})\\b`) ?? [],
    ),
  );
  if (problems.length > 0) throw badFile("These pattern rules", problems, REMEDY);

  const entitiesOf = [
    ...crisis_patterns.map(({ entities }) => entities),
    ...keyword_boosts.map(({ entity }) => [entity]),
  ];
  const readSlips = createSlipReader(wordsIn([...sources, ...phrases.map(({ source }) => source)]));

  return {
    match(message) {
      const found = new Map<number, Found>();
      for (const reading of readings(message)) {
        search(entries, reading, { found, harmless: phrases.map(({ normalised }) => normalised) });
        if (squeezed.length === 0) continue;
        const short = squeeze(reading);
        const harmless = phrases.map((phrase) => phrase.squeezed);
        search(squeezed, short, { found, harmless });
        const meant = readSlips(short);
        if (meant) search(squeezed, meant, { found, harmless });
      }
      keyword_boosts.forEach(({ keywords }, index) => {
        const keyword = firstKeyword(keywords, message);
        if (keyword) found.set(crisis_patterns.length + index, keyword);
      });
      const details = [...found]
        .sort(([a], [b]) => a - b)
        .flatMap(([rule, { by, text }]) => entitiesOf[rule]!.map((entity_id) => ({ entity_id, by, text })));
      return { matches: [...new Set(details.map(({ entity_id }) => entity_id))], details };
    },
  };
}

/** Adds what matches to `found`: for each rule its first match. */
function search(
  entries: readonly Entry[],
  reading: Normalised,
  { found, harmless }: { found: Map<number, Found>; harmless: readonly CompiledPattern[] },
): void {
  let plain: string | undefined;
  for (const { rule, by, floor, find } of entries) {
    let span = found.has(rule) ? undefined : find(reading.text);
    // Looking for harmless phrases is slow, and most messages match nothing.
    if (span && !floor) span = find((plain ??= takeOut(harmless, reading.text)));
    if (span) found.set(rule, { by, text: reading.original(span.from, span.to) });
  }
}

/** As section 6.3 of the specification: the first keyword that is part of the message in lower case. */
function firstKeyword(keywords: readonly string[], message: string): Found | undefined {
  const text = message.toLowerCase();
  for (const by of keywords) {
    const at = text.indexOf(by.toLowerCase());
    // Lower case can be longer, as of İ.
    const quoted = text.length === message.length ? message : text;
    if (at !== -1) return { by, text: quoted.slice(at, at + by.length) };
  }
  return undefined;
}

/** Stands for every character of a harmless phrase. It is part of no word, and positions do not change. */
const TAKEN_OUT = "\u25a1";

/** Removes harmless phrases from a text, so that the words around them still count. */
function takeOut(phrases: readonly CompiledPattern[], text: string): string {
  const units = text.split("");
  for (const find of phrases)
    for (let span = find(text); span; span = find(text, span.to)) units.fill(TAKEN_OUT, span.from, span.to);
  return units.join("");
}

const REMEDY = "Correct them in pattern_rules.json; docs/guide/retrieval.md describes valid patterns.";
