import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import type { BaselineComparison } from "./compare-with-baseline.ts";

const SHOWN = 30;
const shown = (score: number | null): string => (score === null ? "no score" : String(score));

/** What got better or worse, for the report. */
export function baselineSection(comparison: BaselineComparison): string[] {
  const { tests, appeared, disappeared } = comparison;
  const moved = tests
    .filter(({ change }) => change === "better" || change === "worse")
    .toSorted((a, b) => (a.now ?? 0) - (a.before ?? 0) - ((b.now ?? 0) - (b.before ?? 0)));
  return [
    "## Against the Baseline",
    "",
    ...baselineLines(comparison).map((line) => `- ${inline(line)}`),
    "",
    ...(moved.length === 0
      ? []
      : [
          markdownTable(
            ["Test", "Before", "Now"],
            moved
              .slice(0, SHOWN)
              .map(({ test_id, before, now }) => [inline(test_id), shown(before), shown(now)]),
          ),
          "",
          ...(moved.length > SHOWN ? [`And ${moved.length - SHOWN} more.`, ""] : []),
        ]),
    ...(appeared.length + disappeared.length > 0
      ? [
          `Only now: ${appeared.map(inline).join(", ") || "none"}. Only before: ${disappeared.map(inline).join(", ") || "none"}.`,
          "",
        ]
      : []),
  ];
}

/** The same in a few lines, for the console. */
export function baselineLines({
  tests,
  combined,
  health,
  semantic,
  regressions,
  notes,
}: BaselineComparison): string[] {
  const count = (change: string) => tests.filter((test) => test.change === change).length;
  return [
    `Combined ${shown(combined.before)} → ${shown(combined.now)}, health ${health.before} → ${health.now}`,
    `${counted(count("better"), "test")} better, ${count("worse")} worse, ${count("same")} the same${count("not comparable") > 0 ? `, ${count("not comparable")} not comparable` : ""}`,
    semantic.p === null
      ? "Semantic tests: insufficient evidence, fewer than six differ"
      : `Semantic tests: ${semantic.meanDifference >= 0 ? "+" : ""}${semantic.meanDifference.toFixed(1)} points on average over ${semantic.pairs} pairs, p = ${semantic.p.toFixed(3)} (sign flips, ${semantic.exact ? "exact" : "drawn"})${semantic.p > 0.05 ? ": no difference found" : ""}`,
    ...notes.map((note) => `Note: ${note}`),
    regressions.length === 0 ? "No regression" : `REGRESSION: ${regressions.join("; ")}`,
  ];
}
