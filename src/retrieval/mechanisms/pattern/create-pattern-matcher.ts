import type { MatchDetail, PatternRules } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { compilePattern, type CompiledPattern } from "./compile-pattern.ts";
import { keywordFinder } from "./keyword-finder.ts";
import type { Normalised } from "./normalise.ts";
import { createPrefilter } from "./prefilter.ts";
import { readings } from "./readings.ts";
import { squeeze } from "./squeeze.ts";

export type PatternMatcher = {
  /** What the message brings up, each once, in the order of the rules; and which words of it did. */
  match: (message: string) => { matches: string[]; details: MatchDetail[] };
};

/** A crisis pattern, or a keyword boost as a whole. */
type Rule = { entities: readonly string[]; literals: readonly string[] | undefined; find: Find };
type Find = (reading: Normalised) => Found | undefined;
type Found = { by: string; text: string };

/**
 * Crisis patterns first, then keywords. Patterns that are critical are also tried with doubled and drawn-out letters
 * squeezed, where they did not match as they stand.
 */
export function createPatternMatcher({ crisis_patterns, keyword_boosts }: PatternRules): PatternMatcher {
  const rules: Rule[] = [];
  const squeezed: Array<Rule & { rule: number }> = [];
  const problems: string[] = [];

  crisis_patterns.forEach(({ entities, is_critical, ...rule }, index) => {
    const compiled = compilePattern(rule);
    if ("wrong" in compiled)
      return void problems.push(`crisis pattern ${index + 1}, "${rule.pattern}": ${compiled.wrong}`);
    if (is_critical)
      squeezed.push({ entities, rule: rules.length, ...patternRule(rule.pattern, compiled.squeezed) });
    rules.push({ entities, ...patternRule(rule.pattern, compiled.normalised) });
  });
  keyword_boosts.forEach(({ keywords, entity }, index) => {
    const finder = keywordFinder(keywords);
    if ("wrong" in finder) return void problems.push(`keyword boost ${index + 1}, ${finder.wrong}`);
    rules.push({ entities: [entity], ...finder });
  });
  if (problems.length > 0) throw badPatterns(problems);

  const prefilter = createPrefilter(rules.map(({ literals }) => literals));
  const squeezedPrefilter = createPrefilter(squeezed.map(({ literals }) => literals));

  return {
    match(message) {
      const found = new Map<number, Found>();
      const look = (rule: number, find: Find, text: Normalised) => {
        const first = found.has(rule) ? undefined : find(text);
        if (first) found.set(rule, first);
      };
      for (const reading of readings(message)) {
        for (const rule of prefilter.rulesFor(reading.text)) look(rule, rules[rule]!.find, reading);
        if (squeezed.length === 0) continue;
        const short = squeeze(reading);
        for (const number of squeezedPrefilter.rulesFor(short.text))
          look(squeezed[number]!.rule, squeezed[number]!.find, short);
      }
      const details = [...found]
        .sort(([a], [b]) => a - b)
        .flatMap(([rule, { by, text }]) =>
          rules[rule]!.entities.map((entity_id) => ({ entity_id, by, text })),
        );
      return { matches: [...new Set(details.map(({ entity_id }) => entity_id))], details };
    },
  };
}

const patternRule = (
  pattern: string,
  { literals, find }: CompiledPattern,
): Pick<Rule, "literals" | "find"> => ({
  literals,
  find(reading) {
    const span = find(reading);
    return span && reading.counts?.(span.from, span.to) !== false
      ? { by: pattern, text: reading.original(span.from, span.to) }
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
