/** The dry run of a matrix as a verdict: its size, its likely cost and duration, and what it could show. */
import type { Fact, MatrixPlan, Shard, Verdict, VerdictTable } from "../../../contract/index.ts";
import { usd } from "../../../kernel/budget/index.ts";
import { counted, timeSpan } from "../../../kernel/report/index.ts";
import {
  guideFormOf,
  type MatrixEstimate,
  type MatrixOutlook,
  outlookText,
  ownSessions,
} from "../../../playtest/index.ts";
import { budgetWarning, costText, dollarRange, dollars, rangeText, turnLimitFact } from "../plan-verdict.ts";

export type MatrixPreview = {
  config: MatrixPlan["config"];
  seed: MatrixPlan["seed"];
  /** The earlier matrix it would be compared with. */
  baseline?: string | undefined;
  budget?: number | undefined;
  concurrency: number;
  estimate: MatrixEstimate;
  /** What each comparison could show. */
  shows: MatrixOutlook[];
  /** The part that this process would play. */
  shard?: Shard | undefined;
};

export function matrixPreview(preview: MatrixPreview, part: MatrixPlan | undefined): Verdict {
  const { estimate, budget } = preview;
  const nothing = "With one prompt and one narrator nothing is compared, except with an earlier matrix.";
  return {
    outcome: "done",
    headline: `Nothing was called. Estimated cost: ${costText(estimate)}.`,
    cautions: [
      ...budgetWarning(estimate, budget, "matrix"),
      ...(preview.shows.length === 0 ? [nothing] : preview.shows.map(outlookText)),
    ],
    because: [],
    facts: [...planFacts(preview), ...costFacts(preview), ...(part ? [shardFact(part)] : [])],
    findings: [],
    tables: [costTable(estimate)],
    next: [],
  };
}

function planFacts({ config, seed, baseline }: MatrixPreview): Fact[] {
  const { stories, systemPrompts, narratorModels, sessionsPerCombination, guide } = config;
  const prompts = Object.keys(systemPrompts);
  const factors = [
    counted(stories.length, "story", "stories"),
    counted(prompts.length, "prompt"),
    counted(narratorModels.length, "narrator"),
    `${sessionsPerCombination} of each`,
  ];
  return [
    { label: "Stories", value: stories.join(", ") },
    { label: "Prompts", value: prompts.join(", ") },
    { label: "Narrators", value: narratorModels.join(", ") },
    { label: "Guide", value: guideFormOf({ guideForm: guide }) },
    { label: "Sessions", value: factors.join(" × ") },
    { label: "Seed", value: String(seed) },
    ...(baseline === undefined ? [] : [{ label: "Baseline", value: baseline }]),
  ];
}

function costFacts({ estimate, budget, concurrency }: MatrixPreview): Fact[] {
  const { sessions, known, time, atTurnLimit } = estimate;
  const at = { low: timeSpan(time.low), high: timeSpan(time.high) };
  return [
    { label: "Budget", value: budget === undefined ? "none" : `$${budget}` },
    ...(budget === undefined || known.high === 0 ? [] : [reachFact(estimate, budget)]),
    turnLimitFact(atTurnLimit),
    {
      label: "Time",
      value: at.low === at.high ? at.low : `${at.low} to ${at.high}`,
      note: `without retries, ${counted(Math.min(concurrency, sessions), "session")} at once`,
    },
  ];
}

/** How many sessions the budget covers, assuming that all cost about the same. */
function reachFact({ sessions, likely, known }: MatrixEstimate, budget: number): Fact {
  const within = (cost: number) => Math.min(sessions, Math.floor((budget * sessions) / cost));
  const reach = { low: within(known.high), high: within(known.low) };
  return {
    label: "Within the budget",
    value: `about ${within(likely)} of ${counted(sessions, "session")}`,
    note: `${rangeText(reach)} over the range`,
  };
}

function costTable({ byNarrator, ...all }: MatrixEstimate): VerdictTable {
  const rows = byNarrator.length > 1 ? [...byNarrator, { ...all, narrator: "all" }] : byNarrator;
  return {
    title: "Estimated cost",
    columns: [
      { label: "narrator" },
      { label: "sessions", align: "right" },
      { label: "calls" },
      { label: "likely", align: "right" },
      { label: "range" },
    ],
    rows: rows.map(({ narrator, sessions, calls, known, likely, total }) => [
      narrator,
      sessions,
      rangeText(calls),
      `${total === null ? "at least " : ""}${about(likely)}`,
      dollarRange(known),
    ]),
    note:
      all.known.high === 0
        ? undefined
        : `Likely is the geometric mean of the range, whose lower end assumes that every story is told to its end. Why a range: ${all.because.join("; ")}.`,
  };
}

/** What one shard of a planned matrix plays. Limits and budget are divided by the number of shards. */
export function shardFact(part: MatrixPlan): Fact {
  const { index, of } = part.shard!;
  const own = counted(ownSessions(part).length, "session");
  const most = part.budget === undefined ? "" : `, for at most ${usd(part.budget)}`;
  return { label: "Shard", value: `${index}/${of}`, note: `${own}${most}` };
}

/** An estimate is not accurate to the cent. */
const about = (amount: number): string =>
  amount >= 10 ? `$${Number(amount.toPrecision(2))}` : dollars(amount);
