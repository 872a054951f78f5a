/** What a dry run of a matrix shows: how much it is, what it will probably cost and take, and what it could show. */
import type { MatrixPlan } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { guideFormOf, type MatrixEstimate, type MatrixPower } from "../../../playtest/index.ts";
import { table, terminalText } from "../../frame/index.ts";
import { dollars, type Problem, problemLines, turnLimitText } from "../harness/dry-run-text.ts";

export type MatrixDryRun = {
  config: MatrixPlan["config"];
  seed: MatrixPlan["seed"];
  /** What it would be held against. */ baseline?: string;
  budget?: number;
  concurrency: number;
  estimate: MatrixEstimate;
  shows: MatrixPower;
  /** The narrators beside each other, where prompts are what is compared first. */ showsOfNarrators?: MatrixPower;
  problems: Problem[];
};

export function matrixPlanText({
  config,
  seed,
  baseline,
  budget,
  concurrency,
  estimate,
  shows,
  showsOfNarrators,
  problems,
}: MatrixDryRun): string {
  const { stories, systemPrompts, narratorModels, sessionsPerCombination } = config;
  const prompts = Object.keys(systemPrompts);
  return terminalText(
    [
      `Stories     ${stories.join(", ")}`,
      `Prompts     ${prompts.join(", ")}`,
      `Narrators   ${narratorModels.join(", ")}`,
      `Guide       ${guideFormOf({ guideForm: config.guide })}`,
      `Sessions    ${[counted(stories.length, "story", "stories"), counted(prompts.length, "prompt"), counted(narratorModels.length, "narrator"), `${sessionsPerCombination} of each`].join(" × ")} = ${estimate.sessions}`,
      `Seed        ${seed}`,
      `Budget      ${budget === undefined ? "none" : `$${budget} for the whole`}`,
      "",
      table(
        ["narrator", "sessions", "calls", "likely cost", "range"],
        [
          ...estimate.byNarrator,
          ...(estimate.byNarrator.length > 1 ? [{ ...estimate, narrator: "all" }] : []),
        ].map(({ narrator, sessions, calls, known, likely, total }) => [
          narrator,
          String(sessions),
          `${calls.low} to ${calls.high}`,
          `${total === null ? "at least " : ""}${about(likely)}`,
          `${dollars(known.low)} to ${dollars(known.high)}`,
        ]),
        { right: [1, 3] },
      ),
      "The lower end is of sessions that are played to the end of their story: one whose narrator skips, or that is given up, makes fewer calls.",
      turnLimitText(estimate.atTurnLimit, { what: "all sessions run" }),
      ...(estimate.known.high === 0
        ? []
        : [
            `Likely is the middle of the range, by ratio; a few sessions tell more (--stories, --sessions). The range: ${estimate.because.join("; ")}. Estimated from ${counted(estimate.played, "session")} played on paper.`,
          ]),
      ...budgetText(estimate, budget),
      `Time, an estimate without refusals and retries: ${timeSpan(estimate.time.low)} to ${timeSpan(estimate.time.high)}, ${counted(Math.min(concurrency, estimate.sessions), "session")} at once and within the limits that are set.`,
      "",
      ...new Set(
        [shows, ...(showsOfNarrators ? [showsOfNarrators] : [])].flatMap((each) =>
          showsText(each, { config, baseline }),
        ),
      ),
      ...problemLines(problems),
    ].join("\n"),
  );
}

function showsText(
  { compared, pairs, comparisons, fewest, smallest, spread, needed }: MatrixPower,
  {
    config: { primaryMetric: metric, systemPrompts, narratorModels },
    baseline,
  }: Pick<MatrixDryRun, "config" | "baseline">,
): string[] {
  const what =
    compared === "nothing"
      ? "With one prompt and one narrator nothing is compared within it; beside a baseline of the same groups"
      : `${compared === "prompts" ? `Prompts beside ${Object.keys(systemPrompts)[0]}` : `Narrators beside ${narratorModels[0]}`}${comparisons > 1 ? ` (${comparisons} comparisons, which asks more of each)` : ""}`;
  const could =
    smallest === null
      ? `${counted(pairs, "pair")}, and below ${fewest} the evidence is always insufficient.`
      : `${counted(pairs, "pair")} find a difference of ${smallest.units === null ? "" : `${shown(smallest.units)} in ${metric}, `}${smallest.deviations.toFixed(2)} standard deviations of the paired differences, in four of five tries (80 % power).`;
  return [
    `${what}: ${could}`,
    ...(smallest === null && needed === undefined ? [] : [spreadText(spread, { metric, baseline })]),
    ...(needed === undefined ? [] : [neededText(needed)]),
  ];
}

function spreadText(
  spread: MatrixPower["spread"],
  { metric, baseline }: { metric: string; baseline?: string },
): string {
  if (spread === null)
    return `How far paired differences in ${metric} spread is not known${baseline === undefined ? ": --spread N or --baseline tells" : `, not by the baseline ${baseline} either: --spread N tells`}, in its own units, what could be shown.`;
  const { value, from } = spread;
  if (from === "assumption")
    return `That assumes that paired differences in ${metric} spread by ${value} (standard deviation): an assumption, not a measurement. ${baseline === undefined ? "--baseline takes it from an earlier matrix" : `The baseline ${baseline} has too few pairs to tell`}, --spread N sets it.`;
  return `Paired differences in ${metric} spread by ${shown(value)} (standard deviation), ${from === "flag" ? "by --spread" : "as in the baseline"}.`;
}

const neededText = (needed: NonNullable<MatrixPower["needed"]> | null): string =>
  needed === null
    ? "How many sessions --detect needs cannot be told without a spread: give --spread N."
    : `To find a difference of ${needed.difference}: ${counted(needed.pairs, "pair")}, so ${needed.sessionsPerCombination} of each combination, ${needed.sessions} sessions in all (--sessions ${needed.sessionsPerCombination}).`;

/** How far the money goes: all sessions cost about the same. */
function budgetText(
  { sessions, likely, known: { low, high }, atTurnLimit }: MatrixEstimate,
  budget: number | undefined,
): string[] {
  if (budget === undefined || high === 0) return [];
  const played = (cost: number) => Math.min(sessions, Math.floor((budget * sessions) / cost));
  if (budget >= high)
    return [
      `The budget of $${budget} covers it, also at the upper end${budget < atTurnLimit.known ? "; not if all sessions run to --max-turns" : ""}.`,
    ];
  if (played(low) < sessions)
    return [
      `The budget of $${budget} is below the estimate: it reaches about ${played(likely)} of ${sessions} sessions (${played(high)} to ${played(low)}). Then the matrix stops and can be resumed.`,
    ];
  return [
    `The budget of $${budget} reaches ${played(likely) === sessions ? `probably all ${sessions}` : `about ${played(likely)} of ${sessions}`} sessions, at the upper end of the estimate ${played(high)}. At that point the matrix stops and can be resumed.`,
  ];
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));
/** An estimate has no cents to tell. */
const about = (amount: number) => (amount >= 10 ? `$${Number(amount.toPrecision(2))}` : dollars(amount));

export function timeSpan(ms: number): string {
  const [seconds, minutes, hours] = [ms / 1_000, ms / 60_000, ms / 3_600_000];
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return hours < 48 ? `${hours.toFixed(hours < 10 ? 1 : 0)} h` : `${(hours / 24).toFixed(1)} days`;
}
