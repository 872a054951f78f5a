/** Pattern: the words of a message bring up entities. A missed crisis, or a false positive, is a critical failure. */
import { join } from "node:path";
import { patternType } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { createPatternMatcher, type PatternMatcher } from "./pattern-matcher/index.ts";
import { bankScore, calculateScore, groupScores } from "../score.ts";
import { NO_SCORE, NOTHING_TESTED, type MechanismModule } from "./mechanism.ts";
import { entityLines, groupTable } from "./report-parts.ts";

const isKnown = (type: string): boolean => patternType.safeParse(type).success;

export const pattern: MechanismModule<"pattern"> = {
  bank: {
    file: join("pattern", "pattern_tests.json"),
    version: "1.0",
    description: "Tests for crisis patterns and keywords",
    idPrefix: "PAT-",
    ownField: "expected_matches",
  },
  weight: 0.15,

  mentions: ({ expected_matches, expected_secondary, not_expected_matches }) => ({
    expected_matches,
    expected_secondary,
    not_expected_matches,
  }),
  problems: ({ expected_matches, expected_secondary, not_expected_matches, pattern_type, is_critical }) => [
    ...(is_critical && !isKnown(pattern_type)
      ? [`is_critical needs the pattern_type crisis or negative, not "${pattern_type}"`]
      : []),
    ...not_expected_matches
      .filter((id) => expected_matches.includes(id))
      .map((id) => `"${id}" is expected and forbidden`),
    ...(expected_matches.length + expected_secondary.length + not_expected_matches.length === 0
      ? [NOTHING_TESTED]
      : []),
  ],

  oddities(tests) {
    const odd = tests.filter(
      (test) => !isKnown(String((test as { pattern_type?: unknown } | null)?.pattern_type)),
    );
    return odd.length === 0 ? [] : [`${counted(odd.length, "test")} without a known pattern_type`];
  },

  question: ({ test_id, prompt }) => ({ test_id, message: prompt }),
  builtIn({ rules }) {
    // Compiled for the first question: a broken rule must not stop the other banks.
    let matcher: PatternMatcher | undefined;
    return async ({ message }) => (matcher ??= createPatternMatcher(rules)).match(message);
  },

  evaluate(test, answer) {
    const { pattern_type, expected_matches, expected_secondary, not_expected_matches, is_critical } = test;
    const facts = {
      mechanism: "pattern" as const,
      test_id: test.test_id,
      name: test.name,
      prompt: test.prompt,
      pattern_type,
      expected_matches,
      expected_secondary,
      not_expected_matches,
      is_critical,
    };
    if (!answer)
      return {
        ...facts,
        matched_entities: [],
        details: [],
        primary_pass: false,
        secondary_missing: [],
        false_positives: [],
        ...NO_SCORE,
        is_critical_failure: false,
      };
    const { matches, details = [] } = answer;
    const primaryPass = expected_matches.every((id) => matches.includes(id));
    const secondaryMissing = expected_secondary.filter((id) => !matches.includes(id));
    const falsePositives = not_expected_matches.filter((id) => matches.includes(id));
    const found = { primaryPass, secondaryMissing, falsePositives };
    const { score, breakdown, isHardFail } = calculateScore(found);
    return {
      ...facts,
      matched_entities: matches,
      details,
      primary_pass: primaryPass,
      secondary_missing: secondaryMissing,
      false_positives: falsePositives,
      score,
      breakdown,
      is_hard_fail: isHardFail,
      is_critical_failure:
        is_critical &&
        ((pattern_type === "crisis" && !primaryPass) ||
          (pattern_type === "negative" && falsePositives.length > 0)),
    };
  },
  summarise: (results) => ({
    ...bankScore(results),
    pattern_type_scores: groupScores(results, ({ pattern_type }) => [pattern_type]),
    critical_failures: results
      .filter(({ is_critical_failure }) => is_critical_failure)
      .map(({ test_id }) => test_id),
    results,
  }),
  identity: (result) => [
    result.prompt,
    result.pattern_type,
    result.expected_matches,
    result.expected_secondary,
    result.not_expected_matches,
    result.is_critical,
  ],
  lacking: ({ expected_matches, matched_entities }) =>
    expected_matches.filter((id) => !matched_entities.includes(id)),
  came: ({ matched_entities }) => matched_entities,

  overview: ({ pattern_type_scores }) =>
    groupTable("Pattern Types", "Type", Object.entries(pattern_type_scores)),
  details: (result, style) => [
    style.bold("Prompt:"),
    "",
    style.quoted(result.prompt),
    "",
    `- ${style.bold("Type:")} ${result.pattern_type}${result.is_critical_failure ? ", 🚨 a critical failure" : ""}`,
    ...entityLines(pattern.outcome(result), style),
    ...result.details.map(({ entity_id, by, text }) => {
      const place = text === undefined ? "" : `, in "${style.inline(text)}"`;
      return `  - ${style.inline(entity_id)} by ${style.inline(by)}${place}`;
    }),
  ],
  outcome: (result) => [
    { label: "Expected", is: "wanted", ids: result.expected_matches },
    { label: "Secondary", is: "wanted", ids: result.expected_secondary },
    { label: "Forbidden", is: "forbidden", ids: result.not_expected_matches },
    { label: "Matched", is: "came", ids: result.matched_entities },
  ],

  card: ({ prompt, pattern_type }) => ({ prompt, groups: [pattern_type] }),
  groups: ({ pattern_type_scores }) => ({ title: "Patterns", scores: pattern_type_scores }),
};
