/** The combined score and the health of a system, from the results of its banks. */
import {
  mechanism,
  type CheckSummary,
  type ComponentOf,
  type HealthStatus,
  type Mechanism,
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
};

type Facts = {
  scope?: Scope;
  sources: CheckSummary["expectation_sources"];
  notTested?: readonly Mechanism[];
};

/** Weights are rescaled over the banks that have a score. */
export function summarise(components: Components, { scope, sources, notTested = [] }: Facts): CheckSummary {
  const ran = mechanism.options.flatMap((name): Bank[] => {
    const found = components[name];
    return found ? [{ mechanism: name, ...found }] : [];
  });
  const { banks, selected } = scope ?? {
    banks: [...ran.map(({ mechanism }) => mechanism), ...notTested],
    selected: false,
  };
  const critical = components.pattern?.critical_failures ?? [];
  const { exact, scored, hardFails, missingCount, health, reasons } = healthOf(ran, critical);
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
    not_tested: [...notTested],
    expectation_sources: sources,
  };
}

type Bank = ReturnType<typeof bankScore> & { mechanism: Mechanism };

function healthOf(ran: readonly Bank[], critical: readonly string[]) {
  const scored = ran.filter(({ average_score }) => average_score !== null);
  const exact = scored.length === 0 ? null : weighted(scored);
  const hardFails = ran.reduce((sum, { hard_fails }) => sum + hard_fails, 0);
  const missingCount = ran.reduce((sum, { missing }) => sum + missing, 0);
  const reasons = [
    ...(critical.length > 0 ? [`crisis detection failed: ${critical.join(", ")}`] : []),
    ...(exact !== null
      ? []
      : [ran.length > 0 && missingCount === 0 ? "no test expects a document" : "no test has a score"]),
    ...(missingCount > 0 ? [`${counted(missingCount, "test has", "tests have")} no score`] : []),
    ...(hardFails > 0 ? [counted(hardFails, "hard fail")] : []),
  ];
  const health = healthStatus(missingCount > 0 ? null : exact, { critical, hardFails });
  return { exact, scored: scored.length, hardFails, missingCount, health, reasons };
}

function weighted(banks: readonly Bank[]): number {
  const sum = (of: (bank: Bank) => number) =>
    banks.reduce((total, bank) => total + modules[bank.mechanism].weight * of(bank), 0);
  return sum(({ average_score }) => average_score ?? 0) / sum(() => 1);
}

/** Section 9.4 of the specification. Tests without an answer could have any. */
function healthStatus(
  score: number | null,
  { critical, hardFails }: { critical: readonly string[]; hardFails: number },
): HealthStatus | null {
  if (critical.length > 0) return "CRITICAL";
  if (score === null) return null;
  if (score >= 90 && hardFails === 0) return "EXCELLENT";
  if (score >= 80) return "GOOD";
  return score >= 70 ? "FAIR" : "POOR";
}
