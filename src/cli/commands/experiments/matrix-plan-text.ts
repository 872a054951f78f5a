/** The dry run of a matrix: its size, its likely cost and duration, and the differences it could detect. */
import type { FoundProblem } from "../../../kernel/errors/index.ts";
import type { MatrixPlan } from "../../../contract/index.ts";
import { usd } from "../../../kernel/budget/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  type GatePower,
  guideFormOf,
  type MatrixEstimate,
  type MatrixPower,
  ownSessions,
} from "../../../playtest/index.ts";
import { table, terminalText } from "../../frame/index.ts";
import { dollars, problemLines, turnLimitText } from "../harness/dry-run-text.ts";

export type MatrixDryRun = {
  config: MatrixPlan["config"];
  seed: MatrixPlan["seed"];
  /** The earlier matrix it would be compared with. */ baseline?: string;
  budget?: number;
  concurrency: number;
  estimate: MatrixEstimate;
  shows: MatrixPower;
  /** The power of comparing narrators, if prompts vary too. */ showsOfNarrators?: MatrixPower;
  /** The power of the gate against the baseline. */ gate?: GatePower;
  problems: FoundProblem[];
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
  gate,
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
      `Budget      ${budget === undefined ? "none" : `$${budget} for the whole matrix`}`,
      "",
      table(
        ["narrator", "sessions", "calls", "likely cost", "range"],
        [
          ...estimate.byNarrator,
          ...(estimate.byNarrator.length > 1 ? [{ ...estimate, narrator: "all" }] : []),
        ].map(({ narrator, sessions, calls, known, likely, total }) => [
          narrator,
          String(sessions),
          fromTo(String(calls.low), String(calls.high)),
          `${total === null ? "at least " : ""}${about(likely)}`,
          fromTo(dollars(known.low), dollars(known.high)),
        ]),
        { right: [1, 3] },
      ),
      ...(estimate.calls.low === estimate.calls.high
        ? []
        : [
            "The lower end assumes that every story is told to its end. A session that skips beats or ends early makes fewer calls.",
          ]),
      turnLimitText(estimate.atTurnLimit, { what: "all sessions run" }),
      ...(estimate.known.high === 0
        ? []
        : [
            `The likely cost is the geometric mean of the range. For a better estimate, play a few sessions (--stories, --sessions). Reasons for the range: ${estimate.because.join("; ")}.`,
          ]),
      ...budgetText(estimate, budget),
      `Estimated time, without retries: ${timeSpan(estimate.time.low)} to ${timeSpan(estimate.time.high)}, with ${counted(Math.min(concurrency, estimate.sessions), "session")} at once.`,
      "",
      ...new Set(
        [
          ...(gate && shows.compared === "nothing" ? [] : [shows]),
          ...(showsOfNarrators ? [showsOfNarrators] : []),
          ...(gate && gate.withheld.length === 0 ? [gate.metric] : []),
        ].flatMap((each) => showsText(each, { config, baseline })),
      ),
      ...(gate ? gateText(gate) : []),
      ...problemLines(problems),
    ].join("\n"),
  );
}

function showsText(
  { compared, pairs, comparisons, alpha, fewest, smallest, spread, needed }: MatrixPower,
  {
    config: { primaryMetric: metric, systemPrompts, narratorModels },
    baseline,
  }: Pick<MatrixDryRun, "config" | "baseline">,
): string[] {
  const each = comparisons > 1 ? "so each needs stronger evidence" : "";
  const many = each && ` (${comparisons} comparisons, ${each})`;
  const what = {
    nothing: `With one prompt and one narrator nothing is compared within this matrix. Compared with an earlier matrix of the same groups (--baseline, p ≤ ${alpha})`,
    prompts: `Prompts compared with the reference prompt ${Object.keys(systemPrompts)[0]}${many}`,
    narrators: `Narrators compared with the reference narrator ${narratorModels[0]}${many}`,
    baseline: `Compared with the baseline ${baseline} (${each && `${comparisons} prompts, ${each}; `}p ≤ ${alpha})`,
  }[compared];
  const could =
    smallest === null
      ? `${counted(pairs, "pair")}. At least ${fewest} are needed: with fewer, the evidence is always insufficient.`
      : `${counted(pairs, "pair")} would detect a true difference of ${smallest.units === null ? "" : `${shown(smallest.units)} in ${metric}, `}${smallest.deviations.toFixed(2)} standard deviations of the paired differences, with 80 % power.`;
  return [
    `${what}: ${could}`,
    ...(smallest === null && needed === undefined ? [] : [spreadText(spread, { metric, baseline })]),
    ...(needed === undefined ? [] : [neededText(needed)]),
    "A pair is the same group of players on both sides.",
  ];
}

/** The gate's second test: how sessions end. */
function gateText({
  withheld,
  prompts,
  outcomes: { groups, alpha, fewest, worse, pool },
}: GatePower): string[] {
  // Among the problems.
  if (withheld.length > 0) return [];
  const limit = `one-sided p ≤ ${alpha}${prompts > 1 ? `, Holm's correction over ${prompts} prompts` : ""}`;
  return [
    pool !== null
      ? `Sessions that end badly: the gate compares ${counted(groups, "group")} with all ${pool} of the baseline (Fisher's test, ${limit}).`
      : worse === null
        ? `Sessions that end badly: ${counted(groups, "group")} cannot be significant. Play at least ${fewest}, or use --strict.`
        : `Sessions that end badly: the gate fails if at least ${worse} of ${counted(groups, "group")} get worse and none gets better (${limit}).`,
  ];
}

function spreadText(
  spread: MatrixPower["spread"],
  { metric, baseline }: { metric: string; baseline?: string },
): string {
  if (spread === null)
    return `The spread of paired differences in ${metric} is unknown${baseline === undefined ? "" : `, also from the earlier matrix ${baseline}`}. Set it with --spread N${baseline === undefined ? ", or take it from an earlier matrix with --baseline" : ""}, to see the difference in units of ${metric}.`;
  const { value, from } = spread;
  if (from === "assumption")
    return `This assumes a standard deviation of ${value} for paired differences in ${metric}, which was not measured. ${baseline === undefined ? "Take it from an earlier matrix with --baseline, or set it with --spread N." : `The earlier matrix ${baseline} has too few pairs to measure it; set it with --spread N.`}`;
  return `Standard deviation of paired differences in ${metric}: ${shown(value)} (${from === "flag" ? "from --spread" : "measured in the earlier matrix"}).`;
}

const neededText = (needed: NonNullable<MatrixPower["needed"]> | null): string =>
  needed === null
    ? "The number of sessions that --detect needs is unknown without a spread: set --spread N."
    : `To detect a true difference of ${needed.difference} with 80 % power: ${counted(needed.pairs, "pair")}, so ${needed.sessionsPerCombination} sessions per combination (--sessions ${needed.sessionsPerCombination}), ${needed.sessions} in all.`;

/** How many sessions the budget covers, assuming that all cost about the same. */
function budgetText(
  { sessions, likely, known: { low, high }, atTurnLimit }: MatrixEstimate,
  budget: number | undefined,
): string[] {
  if (budget === undefined || high === 0) return [];
  const played = (cost: number) => Math.min(sessions, Math.floor((budget * sessions) / cost));
  if (budget >= high)
    return [
      `The budget of $${budget} covers it, even at the upper end${budget < atTurnLimit.known ? ", but not if all sessions run to --max-turns" : ""}.`,
    ];
  if (played(low) < sessions)
    return [
      `The budget of $${budget} is below the estimate: it reaches about ${played(likely)} of ${sessions} sessions (${played(high)} to ${played(low)}). Then the matrix stops and can be resumed.`,
    ];
  return [
    `The budget of $${budget} reaches ${played(likely) === sessions ? `probably all ${sessions}` : `about ${played(likely)} of ${sessions}`} sessions, at the upper end of the estimate ${played(high)}. At that point the matrix stops and can be resumed.`,
  ];
}

export const shardText = (plan: MatrixPlan): string =>
  `Shard ${plan.shard?.index}/${plan.shard?.of} plays ${ownSessions(plan).length} of these sessions${plan.budget === undefined ? "" : `, for at most ${usd(plan.budget)}`}. Limits and budget are divided by ${plan.shard?.of}.`;

const fromTo = (low: string, high: string): string => (low === high ? low : `${low} to ${high}`);
const shown = (value: number): string => String(Number(value.toPrecision(3)));
/** An estimate is not accurate to the cent. */
const about = (amount: number) => (amount >= 10 ? `$${Number(amount.toPrecision(2))}` : dollars(amount));

export function timeSpan(ms: number): string {
  const [seconds, minutes, hours] = [ms / 1_000, ms / 60_000, ms / 3_600_000];
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return hours < 48 ? `${hours.toFixed(hours < 10 ? 1 : 0)} h` : `${(hours / 24).toFixed(1)} days`;
}
