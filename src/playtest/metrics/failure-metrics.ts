import { hintType, issueType, type FailureMetrics, type Issue } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";

/** What the metrics call each kind of issue. */
const names = {
  breakdown: "breakdowns",
  loop: "loops",
  contradiction: "contradictions",
  "character-break": "characterBreaks",
  "guide-deviation": "guideDeviations",
  confusion: "confusionEvents",
  stuck: "stuckMoments",
} as const;

/** Only hints so far: their error rate is not known, so that they are counted and no score rests on them. */
const unscored: ReadonlySet<string> = new Set(hintType.options);

/** A forced segue is the tangents' business, and counts in their part of the score. */
export const isFailure = ({ type }: Pick<Issue, "type">): boolean => type !== "forced-segue" && !unscored.has(type);

export function failureMetrics({ issues, records }: SessionState): FailureMetrics {
  const counts = new Map<string, number>(issueType.options.map((type) => [type, 0]));
  for (const { type } of [...issues, ...records.flatMap(({ hints = [] }) => hints)]) counts.set(type, (counts.get(type) ?? 0) + 1);
  const total = issues.filter(isFailure).length;
  const named = Object.fromEntries(Object.entries(names).map(([type, name]) => [name, counts.get(type) ?? null])) as Record<(typeof names)[keyof typeof names], number | null>;
  return {
    ...named,
    others: Object.fromEntries([...counts].filter(([type]) => !(type in names) && type !== "forced-segue")),
    total,
    perTenTurns: ratio(total * 10, records.length),
    unconfirmed: records.reduce((sum, { unconfirmed = [] }) => sum + unconfirmed.reduce((all, each) => all + each.count, 0), 0),
  };
}
