import type { MatchDetail, PatternRules } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { createWordFinder } from "./aho-corasick.ts";
import { compilePattern } from "./compile-pattern.ts";
import { normalise, type Normalised } from "./normalise.ts";
import { readings } from "./readings.ts";

export type PatternMatcher = {
  /** What the message brings up, each once, in the order of the rules; and which words of it did. */
  match: (message: string) => { matches: string[]; details: MatchDetail[] };
};

/** A crisis pattern, or a keyword boost as a whole. */
type Rule = { entities: readonly string[]; find: (reading: Normalised, hits: Hits) => Found | undefined };
type Found = { by: string; text: string };
/** Where the literals of a rule end in a reading, by their number. */
type Hits = ReadonlyMap<number, number[]>;

/**
 * One pass over the message finds every literal of every rule; only a rule of which one was found, or which has
 * none, is tried. So thousands of rules cost little more than a few.
 */
export function createPatternMatcher({ crisis_patterns, keyword_boosts }: PatternRules): PatternMatcher {
  const literals = new Map<string, number>();
  /** Of each literal: the rules that it may bring up. */
  const rulesOf: number[][] = [];
  const rules: Rule[] = [];
  const always: number[] = [];
  const problems: string[] = [];
  const watch = (literal: string, rule: number): number => {
    const number = literals.get(literal) ?? literals.size;
    if (number === literals.size) rulesOf.push([]);
    literals.set(literal, number);
    if (rulesOf[number]!.at(-1) !== rule) rulesOf[number]!.push(rule);
    return number;
  };

  crisis_patterns.forEach((rule, index) => {
    const compiled = compilePattern(rule);
    if ("wrong" in compiled) return void problems.push(`crisis pattern ${index + 1}, "${rule.pattern}": ${compiled.wrong}`);
    const number = rules.push({
      entities: rule.entities,
      find: (reading) => {
        const found = compiled.find(reading.text);
        return found && { by: rule.pattern, text: reading.original(found.from, found.to) };
      },
    }) - 1;
    if (!compiled.literals) always.push(number);
    for (const literal of compiled.literals ?? []) watch(literal, number);
  });

  keyword_boosts.forEach(({ keywords, entity }, index) => {
    const words = keywords.map((keyword) => ({ keyword, text: normalise(keyword).text.trim() }));
    for (const { keyword, text } of words) if (text === "") problems.push(`keyword boost ${index + 1}, "${keyword}": it has no visible character`);
    const known = words.map(({ keyword, text }) => ({ keyword, text, number: watch(text, rules.length) }));
    rules.push({ entities: [entity], find: (reading, hits) => firstKeyword(known, reading, hits) });
  });
  if (problems.length > 0) throw badPatterns(problems);
  const finder = createWordFinder([...literals.keys()]);

  function findIn(reading: Normalised, found: Map<number, Found>): void {
    const hits = new Map<number, number[]>();
    const due = new Set(always);
    finder.each(reading.text, (literal, end) => {
      const ends = hits.get(literal);
      if (ends) return void ends.push(end);
      hits.set(literal, [end]);
      for (const rule of rulesOf[literal]!) due.add(rule);
    });
    for (const rule of due) {
      const first = found.has(rule) ? undefined : rules[rule]!.find(reading, hits);
      if (first) found.set(rule, first);
    }
  }

  return {
    match(message) {
      const found = new Map<number, Found>();
      for (const reading of readings(message)) findIn(reading, found);
      const details = [...found].sort(([a], [b]) => a - b).flatMap(([rule, { by, text }]) => rules[rule]!.entities.map((entity_id) => ({ entity_id, by, text })));
      return { matches: [...new Set(details.map(({ entity_id }) => entity_id))], details };
    },
  };
}

/** Letters, digits and marks, but not of scripts that put no blanks between words: there every place is a boundary. */
const ofAWord = /[[\p{L}\p{N}\p{M}_]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]]/v;

function firstKeyword(keywords: ReadonlyArray<{ keyword: string; text: string; number: number }>, { text, original }: Normalised, hits: Hits): Found | undefined {
  for (const { keyword, text: word, number } of keywords) {
    const end = hits.get(number)?.find((to) => !runsOn(text, to - word.length) && !runsOn(text, to));
    if (end !== undefined) return { by: keyword, text: original(end - word.length, end) };
  }
  return undefined;
}

/** Whether a word goes on across this place. */
const runsOn = (text: string, at: number): boolean => at > 0 && at < text.length && ofAWord.test(text[at - 1]!) && ofAWord.test(text[at]!);

const SHOWN = 20;

const badPatterns = (problems: readonly string[]) =>
  new HarnessError({
    code: "bad-pattern",
    message: ["These pattern rules cannot be used:", ...problems.slice(0, SHOWN).map((problem) => `  ${problem}`), ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : [])].join("\n"),
    remedy: "Correct them in pattern_rules.json; docs/guide/retrieval.md says what a pattern may hold.",
  });
