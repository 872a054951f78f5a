/** A whole check in short: for programs, and the summary of the console. */
import type { CheckAnswer, CheckResults, Latency } from "../../contract/index.ts";
import { spentText, sumOf } from "../../kernel/journal/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { allResults } from "../run/index.ts";

export function checkAnswerOf(
  { summary, semantic, latency, answers, repeats, outcome, notes }: Judged,
  saved?: { resultsFile: string; reportFile: string },
): CheckAnswer {
  const { hard_fail_count: hard_fails, missing_count: missing, scope: _, ...same } = summary;
  return {
    ...same,
    hard_fails,
    missing,
    metrics: semantic?.metrics?.final,
    latency,
    answers,
    notes,
    results_file: saved?.resultsFile ?? null,
    report_file: saved?.reportFile ?? null,
    repeats,
    ...outcome,
  };
}

/** Results with their verdict. */
export type Judged = CheckResults & Required<Pick<CheckResults, "outcome">>;

/** Its models are none that a product would use, so its score says nothing about a system. */
export const isOffline = ({ notes }: Pick<CheckResults, "notes">): boolean =>
  notes.some(({ code }) => code === "offline-models");

/** The health, and the number of banks it covers. */
export function healthText({ summary, notes }: Pick<CheckResults, "summary" | "notes">): string {
  const { health_status, partial, scope } = summary;
  if (isOffline({ notes })) return "not judged (offline baseline)";
  if (health_status === null) return "not known: tests have no score";
  const banks = scope && scope.banks < scope.of ? `: ${scope.banks} of ${counted(scope.of, "bank")}` : "";
  return partial ? `${health_status} (partial${banks})` : health_status;
}

const RULE = "=".repeat(60);

export const banner = (title: string): string => [RULE, title, RULE].join("\n");

/** Section 6.5 of the specification. */
export function summaryText(results: CheckResults): string {
  const { summary } = results;
  const shown = (score: number | null | undefined) => score ?? "no score";
  const { missing_count: missing, total_tests: all } = summary;
  const cover = missing === 0 ? "" : ` over ${all - missing} of ${counted(all, "test")}`;
  return [
    banner("RESULTS SUMMARY"),
    "",
    `Health Status: ${healthText(results)}`,
    ...summary.health_reasons.map((reason) => `  ${reason}`),
    `Combined Score: ${shown(summary.combined_score)}${cover}`,
    `Total Tests: ${summary.total_tests}`,
    `Hard Fails: ${summary.hard_fail_count}`,
    ...(summary.critical_failures.length > 0
      ? ["", `🚨 CRITICAL FAILURES: ${summary.critical_failures.join(", ")}`]
      : []),
    "",
    "Component Scores:",
    ...Object.entries(summary.component_scores).map(
      ([component, score]) => `  ${component}: ${shown(score)}`,
    ),
    "",
    "Expectation Sources:",
    ...Object.entries(summary.expectation_sources).map(([source, count]) => `  ${source}: ${count}`),
    "",
    tookText(results),
  ].join("\n");
}

/** Requests to the system under test. A failed one was sent again, unless it is the last attempt of its test. */
export function requestsOf(results: CheckResults): { sent: number; failed: number; again: number } {
  const { reader: _, ...asked } = results.totals.byRole;
  const sum = (of: "attempts" | "failed") =>
    Object.values(asked).reduce((total, each) => total + each[of], 0);
  const unanswered = allResults(results).reduce(
    (total, { score, repeats }) =>
      total + (repeats ? repeats.attempts.length - repeats.answered : Number(score === null)),
    0,
  );
  return { sent: sum("attempts"), failed: sum("failed"), again: Math.max(0, sum("failed") - unanswered) };
}

/** "p50 0.12 s, p95 0.31 s". */
export const latencyText = ({ p50, p95 }: Latency): string =>
  [`p50 ${seconds(p50)}`, `p95 ${seconds(p95)}`].join(", ");
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

export const tookText = (results: CheckResults): string => {
  const { models, target } = costOf(results);
  const took = `Took ${(results.duration_ms / 1000).toFixed(1)} s`;
  const said = models === undefined ? `${took}.` : `${took}, cost ${models}.`;
  return target ? `${said} ${TARGET_COST}` : said;
};

export const costText = (results: CheckResults): string => {
  const { models, target } = costOf(results);
  return [...(models === undefined ? [] : [models]), ...(target ? [TARGET_COST] : [])].join(". ");
};

export const TARGET_COST = "The target's own cost is not known to Rehearse.";

/** The models' cost; undefined if none was asked. That the user's own system has no price is not an error. */
function costOf({ totals }: CheckResults): { models: string | undefined; target: boolean } {
  const { target, ...models } = totals.byRole;
  if (!target || target.unpriced === 0) return { models: spentText(totals.all), target: false };
  const spent = Object.values(models);
  return { models: spent.length === 0 ? undefined : spentText(sumOf(spent)), target: true };
}
