/** The dry run of a matrix: its size, its likely cost and duration, and what it could show. */
import type { FoundProblem } from "../../../kernel/errors/index.ts";
import type { MatrixPlan } from "../../../contract/index.ts";
import { usd } from "../../../kernel/budget/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  guideFormOf,
  type MatrixEstimate,
  type MatrixOutlook,
  outlookText,
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
  /** What each comparison could show. */ shows: MatrixOutlook[];
  problems: FoundProblem[];
};

export function matrixPlanText({
  config,
  seed,
  budget,
  concurrency,
  estimate,
  shows,
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
      ...(shows.length === 0
        ? [
            "With one prompt and one narrator nothing is compared. --baseline compares with an earlier matrix.",
          ]
        : shows.map(outlookText)),
      ...problemLines(problems),
    ].join("\n"),
  );
}

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
/** An estimate is not accurate to the cent. */
const about = (amount: number) => (amount >= 10 ? `$${Number(amount.toPrecision(2))}` : dollars(amount));

export function timeSpan(ms: number): string {
  const [seconds, minutes, hours] = [ms / 1_000, ms / 60_000, ms / 3_600_000];
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  return hours < 48 ? `${hours.toFixed(hours < 10 ? 1 : 0)} h` : `${(hours / 24).toFixed(1)} days`;
}
