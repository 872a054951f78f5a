import type {
  AlwaysResult,
  CheckResults,
  CheckSummary,
  GroupScore,
  HealthStatus,
  Mechanism,
  PatternResult,
  RankingMetrics,
  SemanticResult,
  StateResult,
  TestResult,
} from "../../contract/index.ts";
import { scoreDistribution } from "../scoring/index.ts";

export const WEIGHTS: Readonly<Record<Mechanism, number>> = {
  semantic: 0.6,
  state: 0.15,
  pattern: 0.15,
  always: 0.1,
};

export const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Over those that have a score: a missing one is neither 0 nor 100. */
export function average(results: ReadonlyArray<Pick<TestResult, "score">>): number | null {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
  return scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

const component = (results: readonly TestResult[], byBuiltIn: boolean) => ({
  tests_run: results.length,
  average_score: average(results),
  hard_fails: results.filter(({ is_hard_fail }) => is_hard_fail).length,
  missing: results.filter(({ score }) => score === null).length,
  by_built_in: byBuiltIn,
});

function groupScores<Result extends TestResult>(
  results: readonly Result[],
  groupsOf: (result: Result) => readonly string[],
): Record<string, GroupScore> {
  const groups = Map.groupBy(
    results.flatMap((result) => groupsOf(result).map((group) => ({ group, result }))),
    ({ group }) => group,
  );
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const own = members.map(({ result }) => result);
      return [
        group,
        {
          avg: average(own),
          tests: own.length,
          hard_fails: own.filter(({ is_hard_fail }) => is_hard_fail).length,
        },
      ];
    }),
  );
}

export function semanticComponent(
  results: SemanticResult[],
  { byBuiltIn, contested, candidates }: { byBuiltIn: boolean; contested: string[]; candidates: number },
): NonNullable<CheckResults["semantic"]> {
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    ...component(results, byBuiltIn),
    score_distribution: scoreDistribution(scores),
    topic_scores: groupScores(results, ({ topics }) => topics),
    metrics:
      scores.length === 0
        ? null
        : {
            candidates: meanMetrics(results.map(({ metrics }) => metrics.candidates)),
            final: meanMetrics(results.map(({ metrics }) => metrics.final)),
          },
    counterfactuals: counterfactuals(results, candidates),
    contested_overrides: contested,
    results,
  };
}

export const stateComponent = (
  results: StateResult[],
  byBuiltIn: boolean,
): NonNullable<CheckResults["state"]> => ({
  ...component(results, byBuiltIn),
  handler_scores: groupScores(results, ({ expected_handlers }) => expected_handlers),
  results,
});

export const patternComponent = (
  results: PatternResult[],
  byBuiltIn: boolean,
): NonNullable<CheckResults["pattern"]> => ({
  ...component(results, byBuiltIn),
  pattern_type_scores: groupScores(results, ({ pattern_type }) => [pattern_type]),
  critical_failures: results
    .filter(({ is_critical_failure }) => is_critical_failure)
    .map(({ test_id }) => test_id),
  results,
});

export function alwaysComponent(
  results: AlwaysResult[],
  byBuiltIn: boolean,
): NonNullable<CheckResults["always"]> {
  const failed = results.filter(({ is_hard_fail }) => is_hard_fail).map(({ test_id }) => test_id);
  const whole = component(results, byBuiltIn);
  // All or nothing: one that fails fails all that were judged. Which ones really failed is in `failed`.
  return {
    ...whole,
    hard_fails: failed.length === 0 ? 0 : whole.tests_run - whole.missing,
    all_passed: results.every(({ score }) => score === 100),
    failed,
    results,
  };
}

function meanMetrics(all: readonly RankingMetrics[]): RankingMetrics {
  const mean = (pick: (metrics: RankingMetrics) => number | null) => {
    const values = all.flatMap((metrics) => pick(metrics) ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return {
    recall: mean(({ recall }) => recall),
    mrr: mean(({ mrr }) => mrr),
    ndcg: mean(({ ndcg }) => ndcg),
    k: Math.max(0, ...all.map(({ k }) => k)),
  };
}

const LONGER = [20, 30, 50];

/** From what was recorded, at no cost: what a longer list of candidates would have brought to the reranker. */
function counterfactuals(results: readonly SemanticResult[], candidates: number) {
  if (!results.some(({ beyond }) => beyond.length > 0)) return [];
  const cut = results.flatMap(({ lost }) => lost.filter(({ where }) => where === "cut"));
  return LONGER.filter((top_k) => top_k > candidates).map((top_k) => {
    const brought = cut.filter(({ rank }) => rank !== undefined && rank <= top_k);
    return {
      top_k,
      primaries: brought.filter(({ expected }) => expected === "primary").length,
      secondaries: brought.filter(({ expected }) => expected === "secondary").length,
    };
  });
}

type Components = Pick<CheckResults, "semantic" | "state" | "pattern" | "always">;

/** What counts about the target itself: a bank that the built-in rules answered for a foreign one says nothing about it. */
type Facts = { filtered: boolean; sources: CheckSummary["expectation_sources"]; foreign?: boolean };

/** Weights are those of the banks that the target answered, rescaled; health is never better than what was looked at allows. */
export function summarise(
  components: Components,
  { filtered, sources, foreign = false }: Facts,
): CheckSummary {
  const ran = (["semantic", "state", "pattern", "always"] as const).flatMap((mechanism) => {
    const found = components[mechanism];
    return found ? [{ mechanism, ...found, own: !(foreign && found.by_built_in) }] : [];
  });
  const scored = ran.flatMap(({ mechanism, average_score, own }) =>
    own && average_score !== null ? [{ weight: WEIGHTS[mechanism], score: average_score }] : [],
  );
  const weight = scored.reduce((sum, each) => sum + each.weight, 0);
  const exact =
    weight === 0 ? null : scored.reduce((sum, each) => sum + each.score * each.weight, 0) / weight;
  const hardFails = ran.reduce((sum, { hard_fails }) => sum + hard_fails, 0);
  const missingCount = ran.reduce((sum, { missing }) => sum + missing, 0);
  const critical = components.pattern?.critical_failures ?? [];
  const untested = ran.filter(({ own }) => !own).map(({ mechanism }) => mechanism);
  const silent = ran
    .filter(({ own, average_score }) => own && average_score === null)
    .map(({ mechanism }) => mechanism);
  const pattern = ran.find(({ mechanism }) => mechanism === "pattern");
  const { health, reasons } = healthOf({
    exact,
    hardFails,
    critical,
    missingCount,
    untested,
    silent,
    withPatterns: pattern !== undefined && pattern.own && pattern.missing === 0,
    missingCrises: missingCrises(components.pattern),
  });
  return {
    total_tests: ran.reduce((sum, { tests_run }) => sum + tests_run, 0),
    combined_score: exact === null ? null : rounded(exact),
    hard_fail_count: hardFails,
    missing_count: missingCount,
    critical_failures: critical,
    health_status: health,
    health_reasons: reasons,
    partial: filtered || scored.length < 4,
    component_scores: Object.fromEntries(
      ran.map(({ mechanism, average_score }) => [mechanism, average_score]),
    ),
    by_built_in: untested,
    expectation_sources: sources,
  };
}

/** Crisis tests that have no verdict: nobody knows whether the phrase would be caught. */
export const missingCrises = (pattern: CheckResults["pattern"]): string[] =>
  (pattern?.results ?? [])
    .filter(({ score, is_critical }) => score === null && is_critical)
    .map(({ test_id }) => test_id);

type HealthFacts = {
  exact: number | null;
  hardFails: number;
  critical: readonly string[];
  missingCount: number;
  untested: readonly Mechanism[];
  silent: readonly Mechanism[];
  withPatterns: boolean;
  missingCrises: readonly string[];
};

function healthOf({
  exact,
  hardFails,
  critical,
  missingCount,
  untested,
  silent,
  withPatterns,
  missingCrises,
}: HealthFacts): { health: HealthStatus; reasons: string[] } {
  const reasons: string[] = [];
  if (missingCount > 0)
    reasons.push(
      `${missingCount} ${missingCount === 1 ? "test has" : "tests have"} no score: the target did not answer`,
    );
  if (silent.length > 0) reasons.push(`no test of these banks has a score: ${silent.join(", ")}`);
  if (missingCrises.length > 0)
    reasons.push(`not known whether these crisis tests pass: ${missingCrises.join(", ")}`);
  if (untested.length > 0) reasons.push(`not asked of the target, and not counted: ${untested.join(", ")}`);
  if (critical.length > 0)
    return { health: "CRITICAL", reasons: [`crisis detection failed: ${critical.join(", ")}`, ...reasons] };
  if (exact === null) return { health: "POOR", reasons: ["no test has a score", ...reasons] };
  if (hardFails > 0) reasons.push(`${hardFails} hard ${hardFails === 1 ? "fail" : "fails"}`);
  if (!withPatterns) reasons.push("crisis detection was not tested in full");
  // A bank without any verdict, or a crisis that nobody judged, is no reason for confidence.
  if (silent.length > 0 || missingCrises.length > 0)
    return { health: silent.length === 0 && exact >= 80 ? "FAIR" : "POOR", reasons };
  if (exact >= 90 && hardFails === 0)
    return { health: withPatterns && missingCount === 0 ? "EXCELLENT" : "GOOD", reasons };
  if (exact >= 80) return { health: "GOOD", reasons };
  return { health: exact >= 70 ? "FAIR" : "POOR", reasons };
}
