import { isDeepStrictEqual } from "node:util";
import type { CheckResults, HealthStatus, Mechanism, TestResult } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { signFlip, type SignFlip } from "../../kernel/stats/index.ts";
import { sameExpectations } from "../expectations/index.ts";
import { rounded } from "../run/index.ts";

/** How one test stands against the earlier run. */
export type TestChange = {
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
const MECHANISMS: readonly Mechanism[] = ["semantic", "state", "pattern", "always"];
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
    MECHANISMS.every((mechanism) => Boolean(current[mechanism]) === Boolean(baseline[mechanism])) &&
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
  new Map(
    MECHANISMS.flatMap((mechanism) =>
      (results[mechanism]?.results ?? []).map((result): [string, TestResult] => [result.test_id, result]),
    ),
  );

function changeOf(now: TestResult, before: TestResult): TestChange["change"] {
  if (!asksTheSame(now, before) || now.score === null || before.score === null) return "not comparable";
  return now.score > before.score ? "better" : now.score < before.score ? "worse" : "same";
}

/** A score is told against what was asked and expected: another question makes it another test. */
function asksTheSame(now: TestResult, before: TestResult): boolean {
  if (
    now.mechanism === "semantic" &&
    before.mechanism === "semantic" &&
    !sameExpectations(now.expectations, before.expectations)
  )
    return false;
  return isDeepStrictEqual(questionOf(now), questionOf(before));
}

function questionOf(result: TestResult): unknown {
  switch (result.mechanism) {
    case "semantic":
      return [result.prompt, result.user_state];
    case "state":
      return [result.user_state, result.expected_handlers, result.not_expected_handlers];
    case "pattern":
      return [
        result.prompt,
        result.pattern_type,
        result.expected_matches,
        result.expected_secondary,
        result.not_expected_matches,
        result.is_critical,
      ];
    case "always":
      return [result.user_type, result.expected_always];
  }
}
