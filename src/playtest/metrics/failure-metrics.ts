import { issueTypes, type FailureMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns, isFailure, isNarrators } from "./failure-turns.ts";
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

/** Failures of all turns, for every ten turns of the story: so are turns per pulse, and a long creation makes no narrator sounder. */
export function failureMetrics(state: Pick<SessionState, "issues" | "records">): FailureMetrics {
  const { issues, records } = state;
  const counts = new Map<string, number>(issueTypes.map((type) => [type, 0]));
  for (const { type } of [...issues.filter(isNarrators), ...records.flatMap(({ hints = [] }) => hints)])
    counts.set(type, (counts.get(type) ?? 0) + 1);
  const story = records.filter(({ phase }) => phase === "story").length;
  const total = issues.filter(isFailure).length;
  const named = Object.fromEntries(
    Object.entries(names).map(([type, name]) => [name, counts.get(type) ?? null]),
  ) as Record<(typeof names)[keyof typeof names], number | null>;
  const turns = [...failureTurns(state).values()].reduce((sum, count) => sum + count, 0);
  return {
    ...named,
    others: Object.fromEntries([...counts].filter(([type]) => !(type in names) && type !== "forced-return")),
    total,
    perTenTurns: ratio(total * 10, story),
    turns,
    turnsPerTen: ratio(turns * 10, story),
    unconfirmed: records.reduce(
      (sum, { unconfirmed = [] }) => sum + unconfirmed.reduce((all, each) => all + each.count, 0),
      0,
    ),
    byPlayers: issues.length - issues.filter(isNarrators).length,
  };
}
