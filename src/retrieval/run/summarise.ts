/** The combined score and the health of a system, from the results of its banks. */
import {
  mechanism,
  type CheckResults,
  type CheckSummary,
  type ComponentOf,
  type HealthStatus,
  type Mechanism,
} from "../../contract/index.ts";
import { modules } from "../mechanisms/index.ts";
import { rounded } from "../score.ts";

export type Components = { [Name in Mechanism]?: ComponentOf<Name> };

type Facts = { filtered: boolean; sources: CheckSummary["expectation_sources"]; foreign?: boolean };

/**
 * Weights are rescaled over the banks that the target answered itself: what the built-in rules answered for a foreign
 * target says nothing about it. Health is never better than what was tested allows.
 */
export function summarise(
  components: Components,
  { filtered, sources, foreign = false }: Facts,
): CheckSummary {
  const ran = mechanism.options.flatMap((name) => {
    const found = components[name];
    return found ? [{ mechanism: name, ...found, own: !(foreign && found.by_built_in) }] : [];
  });
  const scored = ran.flatMap(({ mechanism, average_score, own }) =>
    own && average_score !== null ? [{ weight: modules[mechanism].weight, score: average_score }] : [],
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
    partial: filtered || scored.length < ran.length,
    component_scores: Object.fromEntries(
      ran.map(({ mechanism, average_score }) => [mechanism, average_score]),
    ),
    by_built_in: untested,
    expectation_sources: sources,
  };
}

/** Crisis tests without a verdict: it is unknown whether the phrase would be caught. */
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
  if (missingCrises.length > 0) reasons.push(`crisis tests without a result: ${missingCrises.join(", ")}`);
  if (untested.length > 0)
    reasons.push(`not implemented by the target, and not counted: ${untested.join(", ")}`);
  if (critical.length > 0)
    return { health: "CRITICAL", reasons: [`crisis detection failed: ${critical.join(", ")}`, ...reasons] };
  if (exact === null) return { health: "POOR", reasons: ["no test has a score", ...reasons] };
  if (hardFails > 0) reasons.push(`${hardFails} hard ${hardFails === 1 ? "fail" : "fails"}`);
  if (!withPatterns) reasons.push("crisis detection was not tested in full");
  // A bank without any verdict, or a crisis test without one, rules out a good health.
  if (silent.length > 0 || missingCrises.length > 0)
    return { health: silent.length === 0 && exact >= 80 ? "FAIR" : "POOR", reasons };
  if (exact >= 90 && hardFails === 0)
    return { health: withPatterns && missingCount === 0 ? "EXCELLENT" : "GOOD", reasons };
  if (exact >= 80) return { health: "GOOD", reasons };
  return { health: exact >= 70 ? "FAIR" : "POOR", reasons };
}
