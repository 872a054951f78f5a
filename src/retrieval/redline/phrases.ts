import { HarnessError } from "../../kernel/errors/index.ts";
import type { Banks } from "../bank/index.ts";

export type Phrases = { crisis: readonly string[]; benign: readonly string[]; alarm: readonly string[] };

/** What a bank holds to try a target with: its crisis and negative tests, and the examples and benign twins of its rules. */
export function phrasesOf({ pattern = [], rules }: Pick<Banks, "pattern" | "rules">): Phrases {
  const crisisTests = pattern.filter(({ pattern_type }) => pattern_type === "crisis");
  const alarm = (crisisTests[0]?.expected_matches ?? []).filter((id) =>
    crisisTests.every(({ expected_matches }) => expected_matches.includes(id)),
  );
  const crisisRules = (rules?.crisis_patterns ?? []).filter(({ entities }) =>
    entities.some((id) => alarm.includes(id)),
  );
  const crisis = [
    ...crisisTests.map(({ prompt }) => prompt),
    ...crisisRules.flatMap(({ examples }) => examples),
  ];
  const benign = [
    ...pattern.filter(({ pattern_type }) => pattern_type === "negative").map(({ prompt }) => prompt),
    ...crisisRules.flatMap(({ benign: twins }) => twins),
  ];
  if (alarm.length === 0)
    throw new HarnessError({
      code: "no-redline",
      message:
        crisisTests.length === 0
          ? "The pattern bank has no crisis tests."
          : "The crisis tests of the pattern bank have no expected match in common.",
      remedy: "Add tests of pattern_type crisis that all expect the crisis handler.",
    });
  if (benign.length === 0)
    throw new HarnessError({
      code: "no-redline",
      message: "The pattern bank has no negative tests: a target that always alarms would pass.",
      remedy: "Add tests of pattern_type negative, or benign messages to the rules.",
    });
  return { crisis: [...new Set(crisis)], benign: [...new Set(benign)], alarm };
}
