/** A run against an earlier one: what got better or worse, and whether that counts as a regression. */
import { isDeepStrictEqual } from "node:util";
import {
  mechanism,
  type CheckResults,
  type HealthStatus,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../contract/index.ts";
import { counted, inline, markdownTable } from "../kernel/report/index.ts";
import { signFlip, type SignFlip } from "../kernel/stats/index.ts";
import { modules, type MechanismModule } from "./mechanisms/index.ts";
import { allResults } from "./report/index.ts";
import { rounded } from "./score.ts";

type TestChange = {
  test_id: string;
  mechanism: Mechanism;
  before: number | null;
  now: number | null;
  change: "better" | "worse" | "same" | "not comparable";
};

export type BaselineComparison = {
  tests: TestChange[];
  /** Ran in one of the two only. */
  appeared: string[];
  disappeared: string[];
  combined: { before: number | null; now: number | null };
  health: { before: HealthStatus; now: HealthStatus };
  /** Of the semantic tests that both scored, on the same expectations. */
  semantic: SignFlip;
  /** Why this counts as a regression; empty where it does not. */
  regressions: string[];
  /** What makes the two runs hard to compare. */
  notes: string[];
};

const HEALTH: readonly HealthStatus[] = ["CRITICAL", "POOR", "FAIR", "GOOD", "EXCELLENT"];
const ALPHA = 0.05;

/**
 * A regression is: a critical failure that was not there, a crisis test that had a verdict and has none, a worse class of
 * health where the same banks were run, a test that hard-fails now and did not, or a semantic mean that is lower by more
 * than chance explains.
 */
export function compareWithBaseline(current: CheckResults, baseline: CheckResults): BaselineComparison {
  const before = byId(baseline);
  const now = byId(current);
  const both = [...now].flatMap(([id, result]) =>
    before.has(id) ? [{ result, earlier: before.get(id)! }] : [],
  );
  const same = both.filter(({ result, earlier }) => asksTheSame(result, earlier));
  const tests = both.map(({ result, earlier }): TestChange => ({
    test_id: result.test_id,
    mechanism: result.mechanism,
    before: earlier.score,
    now: result.score,
    change: changeOf(result, earlier),
  }));
  const semantic = signFlip(
    tests.flatMap(({ mechanism, before, now, change }) =>
      mechanism === "semantic" && change !== "not comparable" && before !== null && now !== null
        ? [now - before]
        : [],
    ),
    { seed: "baseline" },
  );
  const health = { before: baseline.summary.health_status, now: current.summary.health_status };
  const sameBanks =
    mechanism.options.every((name) => Boolean(current[name]) === Boolean(baseline[name])) &&
    current.summary.partial === baseline.summary.partial;
  const newlyCritical = current.summary.critical_failures.filter(
    (id) => !baseline.summary.critical_failures.includes(id),
  );
  const newlyFailed = same
    .filter(({ result, earlier }) => result.is_hard_fail && !earlier.is_hard_fail && earlier.score !== null)
    .map(({ result }) => result.test_id);
  const newlyMissing = same
    .filter(({ result, earlier }) => result.score === null && earlier.score !== null)
    .map(({ result }) => result);
  const unknownCrises = newlyMissing
    .filter((result) => result.mechanism === "pattern" && result.is_critical)
    .map(({ test_id }) => test_id);
  return {
    tests,
    appeared: [...now.keys()].filter((id) => !before.has(id)),
    disappeared: [...before.keys()].filter((id) => !now.has(id)),
    combined: { before: baseline.summary.combined_score, now: current.summary.combined_score },
    health,
    semantic,
    regressions: [
      ...(newlyCritical.length > 0 ? [`new critical failures: ${newlyCritical.join(", ")}`] : []),
      ...(unknownCrises.length > 0
        ? [`crisis tests without a verdict that had one: ${unknownCrises.join(", ")}`]
        : []),
      ...(sameBanks && HEALTH.indexOf(health.now) < HEALTH.indexOf(health.before)
        ? [`health fell from ${health.before} to ${health.now}`]
        : []),
      ...(newlyFailed.length > 0 ? [`hard fails that were none: ${newlyFailed.join(", ")}`] : []),
      ...(semantic.p !== null && semantic.p <= ALPHA && semantic.meanDifference < 0
        ? [
            `semantic tests lost ${rounded(-semantic.meanDifference)} points on average (p = ${semantic.p.toFixed(3)})`,
          ]
        : []),
    ],
    notes: [
      ...(current.kb.hash === baseline.kb.hash ? [] : ["the knowledge base is another"]),
      ...(current.target.name === baseline.target.name &&
      current.target.reranker === baseline.target.reranker &&
      current.target.embedder === baseline.target.embedder
        ? []
        : ["the target is another"]),
      ...(sameBanks ? [] : ["other banks or tests were run: combined scores and health do not compare"]),
      ...(same.length < both.length
        ? [
            `${counted(both.length - same.length, "test asks", "tests ask")} or ${both.length - same.length === 1 ? "expects" : "expect"} something else now, and ${both.length - same.length === 1 ? "is" : "are"} not compared`,
          ]
        : []),
      ...(newlyMissing.length > 0
        ? [
            `${counted(newlyMissing.length, "test that had a score has", "tests that had a score have")} none now`,
          ]
        : []),
    ],
  };
}

const byId = (results: CheckResults): Map<string, TestResult> =>
  new Map(allResults(results).map((result) => [result.test_id, result]));

function changeOf(now: TestResult, before: TestResult): TestChange["change"] {
  if (!asksTheSame(now, before) || now.score === null || before.score === null) return "not comparable";
  return now.score > before.score ? "better" : now.score < before.score ? "worse" : "same";
}

/** Another question or another expectation makes it another test. */
function asksTheSame(now: TestResult, before: TestResult): boolean {
  return now.mechanism === before.mechanism && isDeepStrictEqual(identity(now), identity(before));
}

function identity<Name extends Mechanism>(result: ResultOf<Name> & { mechanism: Name }): unknown {
  const module: MechanismModule<Name> = modules[result.mechanism];
  return module.identity(result);
}

const SHOWN = 30;
const shown = (score: number | null): string => (score === null ? "no score" : String(score));

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
