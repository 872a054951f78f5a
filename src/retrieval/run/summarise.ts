/** The combined score and the health of a system, from the results of its banks. */
import {
  mechanism,
  type CheckResults,
  type CheckSummary,
  type ComponentOf,
  type HealthStatus,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { modules } from "../mechanisms/index.ts";
import { rounded, type bankScore } from "../score.ts";

export type Components = { [Name in Mechanism]?: ComponentOf<Name> };

/** Everything available, besides what was run. */
export type Scope = {
  /** The banks of the folder. */
  banks: readonly Mechanism[];
  /** Single tests were selected. */
  selected: boolean;
  /** Crisis tests of the pattern bank, selected or not; absent if the bank was not loaded. */
  crises?: number;
};

type Facts = {
  scope?: Scope;
  sources: CheckSummary["expectation_sources"];
  foreign?: boolean;
  /** How many documents the knowledge base can find by meaning; undefined: unknown. */
  searchable?: number;
};

/**
 * Weights are rescaled over the banks that the target answered itself: answers of the built-in rules say nothing about
 * an external target. Health is never better than the tested part allows.
 */
export function summarise(
  components: Components,
  { scope, sources, foreign = false, searchable }: Facts,
): CheckSummary {
  const ran = mechanism.options.flatMap((name): Bank[] => {
    const found = components[name];
    return found ? [{ mechanism: name, ...found, own: !(foreign && found.by_built_in) }] : [];
  });
  const { banks, selected } = scope ?? { banks: ran.map(({ mechanism }) => mechanism), selected: false };
  const critical = components.pattern?.critical_failures ?? [];
  const { exact, scored, hardFails, missingCount, health, reasons } = healthOf(ran, {
    critical,
    patterns: components.pattern?.results ?? [],
    unsearched: unsearched(components.semantic?.results ?? [], searchable),
    ...(scope && { scope }),
  });
  return {
    total_tests: ran.reduce((sum, { tests_run }) => sum + tests_run, 0),
    combined_score: exact === null ? null : rounded(exact),
    hard_fail_count: hardFails,
    missing_count: missingCount,
    critical_failures: critical,
    health_status: health,
    health_reasons: reasons,
    partial:
      selected ||
      scored < ran.length ||
      banks.some((name) => !ran.some(({ mechanism }) => mechanism === name)),
    scope: { banks: scored, of: banks.length, selected },
    component_scores: Object.fromEntries(
      ran.map(({ mechanism, average_score }) => [mechanism, average_score]),
    ),
    by_built_in: ran.filter(({ own }) => !own).map(({ mechanism }) => mechanism),
    expectation_sources: sources,
  };
}

const idsOf = (tests: readonly TestResult[]): string[] => tests.map(({ test_id }) => test_id);

/** Crisis tests without a verdict: it is unknown whether the phrase would be caught. */
export const missingCrises = (pattern: CheckResults["pattern"]): string[] =>
  crisesWithoutVerdict(pattern?.results ?? []);

const crisesWithoutVerdict = (patterns: readonly ResultOf<"pattern">[]): string[] =>
  idsOf(patterns.filter(({ score, is_critical }) => score === null && is_critical));

type Bank = ReturnType<typeof bankScore> & {
  mechanism: Mechanism;
  /** The target answered, not the built-in rules. */
  own: boolean;
};

type Crises = {
  critical: readonly string[];
  patterns: readonly ResultOf<"pattern">[];
  unsearched: readonly string[];
  scope?: Scope;
};

function healthOf(ran: readonly Bank[], { critical, patterns, unsearched, scope }: Crises) {
  const scored = ran.flatMap(({ mechanism, average_score, own }) =>
    own && average_score !== null ? [{ weight: modules[mechanism].weight, score: average_score }] : [],
  );
  const weight = scored.reduce((sum, each) => sum + each.weight, 0);
  const exact =
    weight === 0 ? null : scored.reduce((sum, each) => sum + each.score * each.weight, 0) / weight;
  const hardFails = ran.reduce((sum, { hard_fails }) => sum + hard_fails, 0);
  const missingCount = ran.reduce((sum, { missing }) => sum + missing, 0);
  const untested = ran.filter(({ own }) => !own).map(({ mechanism }) => mechanism);
  const silent = ran
    .filter(({ own, average_score }) => own && average_score === null)
    .map(({ mechanism }) => mechanism);
  const missing = crisesWithoutVerdict(patterns);
  const notTested = [...untestedCrises(ran, { patterns, missing, ...(scope && { scope }) }), ...unsearched];
  const reasons = [
    ...(missingCount > 0
      ? [`${counted(missingCount, "test has", "tests have")} no score: the target did not answer`]
      : []),
    ...(silent.length > 0 ? [`no test of these banks has a score: ${silent.join(", ")}`] : []),
    ...(untested.length > 0
      ? [`not implemented by the target, and not counted: ${untested.join(", ")}`]
      : []),
    ...notTested,
  ];
  const found = (health: HealthStatus, why: readonly string[]) => ({
    exact,
    scored: scored.length,
    hardFails,
    missingCount,
    health,
    reasons: [...why],
  });
  if (critical.length > 0)
    return found("CRITICAL", [`crisis detection failed: ${critical.join(", ")}`, ...reasons]);
  if (exact === null) return found("POOR", ["no test has a score", ...reasons]);
  if (hardFails > 0) reasons.push(counted(hardFails, "hard fail"));
  // A bank without any verdict, or a crisis test without one, rules out a good health.
  if (silent.length > 0 || missing.length > 0)
    return found(silent.length === 0 && exact >= 80 ? "FAIR" : "POOR", reasons);
  if (exact >= 90 && hardFails === 0)
    return found(notTested.length === 0 && missingCount === 0 ? "EXCELLENT" : "GOOD", reasons);
  if (exact >= 80) return found("GOOD", reasons);
  return found(exact >= 70 ? "FAIR" : "POOR", reasons);
}

/** Different questions enough to expect different answers. */
const ENOUGH_QUESTIONS = 3;

/** How the reason begins. Stored results have nothing else that says so. */
export const NOT_SEARCHED = "search was not tested";

/** If every test selects all documents that there are, no test can miss one. */
function unsearched(results: readonly ResultOf<"semantic">[], searchable: number | undefined): string[] {
  const answered = results.filter(({ score }) => score !== null);
  const all = new Set(answered.flatMap(({ haiku_selections }) => haiku_selections));
  if (answered.some(({ haiku_selections }) => new Set(haiku_selections).size < all.size)) return [];
  const questions = new Set(answered.map(({ expectations }) => expectations.expected_primary.join("\n")));
  const nothingElse = searchable === undefined ? questions.size >= ENOUGH_QUESTIONS : searchable === all.size;
  return all.size > 0 && nothingElse
    ? [
        `${NOT_SEARCHED}: every semantic test selected the same ${counted(all.size, "document")}, so none could be missed (add documents, or lower retrieval.topK)`,
      ]
    : [];
}

/** The number of crisis tests that say nothing about the target, and why. */
function untestedCrises(
  ran: readonly Bank[],
  {
    patterns,
    missing,
    scope,
  }: { patterns: readonly ResultOf<"pattern">[]; missing: readonly string[]; scope?: Scope },
): string[] {
  const bank = ran.find(({ mechanism }) => mechanism === "pattern");
  if (!bank)
    return [
      scope?.banks.includes("pattern")
        ? "no crisis test was run because the pattern bank was left out"
        : "the banks have no crisis tests",
    ];
  const run = patterns.filter(({ is_critical }) => is_critical).length;
  const all = scope?.crises ?? run;
  const of = (count: number, why: string) =>
    count === 0
      ? []
      : [
          `${count} of ${counted(all, "crisis test")} ${count === 1 ? "was" : "were"} not tested because ${why}`,
        ];
  return [
    ...of(all - run, `${all - run === 1 ? "it was" : "they were"} not selected`),
    ...(bank.own
      ? of(missing.length, `the target did not answer: ${missing.join(", ")}`)
      : of(run, "the target does not implement pattern tests")),
  ];
}
