/** What a dry run of a matrix shows: how much it is, what it will probably cost and take, and what it could show. */
import type { MatrixPlan } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { MatrixEstimate, WhatItShows } from "../../playtest/index.ts";
import { table, terminalText } from "../frame/index.ts";
import type { Problem } from "./plan-text.ts";
import { timeSpan } from "./time-span.ts";

export type MatrixDryRun = { config: MatrixPlan["config"]; seed: MatrixPlan["seed"]; budget?: number; concurrency: number; estimate: MatrixEstimate; shows: WhatItShows; problems: Problem[] };

export function matrixPlanText({ config, seed, budget, concurrency, estimate, shows, problems }: MatrixDryRun): string {
  const { stories, systemPrompts, narratorModels, sessionsPerCombination } = config;
  const prompts = Object.keys(systemPrompts);
  return terminalText(
    [
      `Stories     ${stories.join(", ")}`,
      `Prompts     ${prompts.join(", ")}`,
      `Narrators   ${narratorModels.join(", ")}`,
      `Sessions    ${stories.length} × ${prompts.length} × ${narratorModels.length} × ${sessionsPerCombination} = ${estimate.sessions}`,
      `Seed        ${seed}`,
      `Budget      ${budget === undefined ? "none" : `$${budget} for the whole`}`,
      "",
      table(["narrator", "sessions", "calls", "probably"], [...estimate.byNarrator, ...(estimate.byNarrator.length > 1 ? [{ ...estimate, narrator: "all" }] : [])].map(({ narrator, sessions, calls, known, total }) => [narrator, String(sessions), `${calls.low} to ${calls.high}`, usd(known, total)]), { right: [1] }),
      ...(estimate.known.high === 0 ? [] : [`The range: ${estimate.because.join("; ")}. Estimated from ${counted(estimate.played, "session")} played on paper.`]),
      ...budgetWarning(estimate, budget),
      `Time, an estimate without refusals and retries: ${timeSpan(estimate.time.low)} to ${timeSpan(estimate.time.high)}, ${counted(Math.min(concurrency, estimate.sessions), "session")} at once and within the limits that are set.`,
      "",
      ...showsText(shows, config),
      ...problems.flatMap(({ message, remedy }) => ["", `It could not be started now. ${message}`, remedy]),
    ].join("\n"),
  );
}

function showsText({ compared, pairs, comparisons, fewest, smallest, spread, needed }: WhatItShows, { primaryMetric: metric, systemPrompts, narratorModels }: MatrixPlan["config"]): string[] {
  const what = compared === "nothing" ? "With one prompt and one narrator nothing is compared within it; beside a baseline of the same groups" : `${compared === "prompts" ? `Prompts beside ${Object.keys(systemPrompts)[0]}` : `Narrators beside ${narratorModels[0]}`}${comparisons > 1 ? ` (${comparisons} comparisons, which asks more of each)` : ""}`;
  const could =
    smallest === null
      ? `${counted(pairs, "pair")}, and below ${fewest} the evidence is always insufficient.`
      : `${counted(pairs, "pair")} find a difference of ${smallest.units === null ? "" : `${shown(smallest.units)} in ${metric}, `}${smallest.deviations.toFixed(2)} standard deviations of the paired differences, in four of five tries (80 % power).`;
  return [`${what}: ${could}`, ...(smallest === null && needed === undefined ? [] : [spreadText(spread, metric)]), ...(needed === undefined ? [] : [neededText(needed)])];
}

function spreadText(spread: WhatItShows["spread"], metric: string): string {
  if (spread === null) return `How far paired differences in ${metric} spread is not known: --spread N or --baseline tells, in its own units, what could be shown.`;
  const { value, from } = spread;
  if (from === "assumption") return `That assumes that paired differences in ${metric} spread by ${value} (standard deviation): an assumption, not a measurement. --baseline takes it from an earlier matrix, --spread N sets it.`;
  return `Paired differences in ${metric} spread by ${shown(value)} (standard deviation), ${from === "flag" ? "by --spread" : "as in the baseline"}.`;
}

const neededText = (needed: NonNullable<WhatItShows["needed"]> | null): string =>
  needed === null ? "How many sessions --detect needs cannot be told without a spread: give --spread N." : `To find a difference of ${needed.difference}: ${counted(needed.pairs, "pair")}, so ${needed.sessionsPerCombination} of each combination, ${needed.sessions} sessions in all (--sessions ${needed.sessionsPerCombination}).`;

function budgetWarning({ known: { low, high } }: MatrixEstimate, budget: number | undefined): string[] {
  if (budget === undefined || budget >= high) return [];
  return [budget < low ? `The budget of $${budget} is below the estimate: the matrix will stop before its end, and can be gone on with.` : `The budget of $${budget} may be too small: the estimate goes up to ${dollars(high)}.`];
}

type Range = MatrixEstimate["known"];
const shown = (value: number): string => String(Number(value.toPrecision(3)));
const dollars = (amount: number) => `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
const usd = (known: Range, total: Range | null) => `${total === null ? "at least " : ""}${dollars(known.low)} to ${dollars(known.high)}`;
