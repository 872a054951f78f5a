import type { CheckResults, HealthStatus, Mechanism, TestResult } from "../../contract/index.ts";
import { signFlip, type SignFlip } from "../../kernel/stats/index.ts";
import { sameExpectations } from "../expectations/index.ts";
import { rounded } from "../run/index.ts";

/** How one test stands against the earlier run. */
export type TestChange = { test_id: string; mechanism: Mechanism; before: number | null; now: number | null; change: "better" | "worse" | "same" | "not comparable" };

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
 * A regression is: a critical failure that was not there, a worse class of health, a test that hard-fails now and did
 * not, or a semantic mean that is lower by more than chance explains.
 */
export function compareWithBaseline(current: CheckResults, baseline: CheckResults): BaselineComparison {
  const before = byId(baseline);
  const now = byId(current);
  const both = [...now].flatMap(([id, result]) => (before.has(id) ? [{ result, earlier: before.get(id)! }] : []));
  const tests = both.map(({ result, earlier }): TestChange => ({ test_id: result.test_id, mechanism: result.mechanism, before: earlier.score, now: result.score, change: changeOf(result, earlier) }));
  const semantic = signFlip(tests.flatMap(({ mechanism, before, now, change }) => (mechanism === "semantic" && change !== "not comparable" && before !== null && now !== null ? [now - before] : [])), { seed: "baseline" });
  const health = { before: baseline.summary.health_status, now: current.summary.health_status };
  const newlyCritical = current.summary.critical_failures.filter((id) => !baseline.summary.critical_failures.includes(id));
  const newlyFailed = both.filter(({ result, earlier }) => result.is_hard_fail && !earlier.is_hard_fail && earlier.score !== null && changeOf(result, earlier) === "worse").map(({ result }) => result.test_id);
  const changed = tests.filter(({ change }) => change === "not comparable").length;
  return {
    tests,
    appeared: [...now.keys()].filter((id) => !before.has(id)),
    disappeared: [...before.keys()].filter((id) => !now.has(id)),
    combined: { before: baseline.summary.combined_score, now: current.summary.combined_score },
    health,
    semantic,
    regressions: [
      ...(newlyCritical.length > 0 ? [`new critical failures: ${newlyCritical.join(", ")}`] : []),
      ...(HEALTH.indexOf(health.now) < HEALTH.indexOf(health.before) ? [`health fell from ${health.before} to ${health.now}`] : []),
      ...(newlyFailed.length > 0 ? [`hard fails that were none: ${newlyFailed.join(", ")}`] : []),
      ...(semantic.p !== null && semantic.p <= ALPHA && semantic.meanDifference < 0 ? [`semantic tests lost ${rounded(-semantic.meanDifference)} points on average (p = ${semantic.p.toFixed(3)})`] : []),
    ],
    notes: [
      ...(current.kb.hash === baseline.kb.hash ? [] : ["the knowledge base is another"]),
      ...(current.target.name === baseline.target.name && current.target.reranker === baseline.target.reranker && current.target.embedder === baseline.target.embedder ? [] : ["the target is another"]),
      ...(changed > 0 ? [`${changed} semantic tests expect something else now, and are not compared`] : []),
    ],
  };
}

const byId = ({ semantic, state, pattern, always }: CheckResults): Map<string, TestResult> =>
  new Map([semantic, state, pattern, always].flatMap((component) => (component?.results ?? []).map((result): [string, TestResult] => [result.test_id, result])));

function changeOf(now: TestResult, before: TestResult): TestChange["change"] {
  if (now.mechanism === "semantic" && before.mechanism === "semantic" && !sameExpectations(now.expectations, before.expectations)) return "not comparable";
  if (now.score === null || before.score === null) return "not comparable";
  return now.score > before.score ? "better" : now.score < before.score ? "worse" : "same";
}
