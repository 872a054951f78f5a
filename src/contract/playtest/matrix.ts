import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { archetypeId } from "./player.ts";
import { issue, kindName } from "./issue.ts";
import { noteCount } from "../shared/note.ts";
import { guideForm, story } from "./story.ts";
import { sessionOutcome, sessionResult } from "./session-result.ts";
import { pinned } from "../shared/settings.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";

const name = z.string().min(1);
const seed = z.union([z.number().int(), z.string().min(1)], { error: "expected a whole number or text" });

/** A larger matrix is a typing error. */
export const MOST_SESSIONS = 10_000;

/** Sizes of a matrix, from "does it run" to "is it better, and with which narrator". */
export const presetName = z.enum(["smoke", "mini", "standard", "full"]);
export type PresetName = z.infer<typeof presetName>;

/** A matrix as people write it: stories × prompts × narrators, with a number of sessions each. */
export const matrixConfig = z.strictObject({
  stories: z.array(name).min(1).meta({ description: "Shipped stories, or paths of guides." }),
  systemPrompts: z
    .record(name, name)
    .refine((prompts) => Object.keys(prompts).length > 0, "name at least one prompt")
    .meta({ description: "Names of prompts, each with a shipped prompt or a file." }),
  narratorModels: z
    .array(name)
    .min(1)
    .meta({ description: "Names of `rehearse models`, or provider/model-id." }),
  sessionsPerCombination: z.number().int().positive().default(1),
  maxTurnsPerSession: z.number().int().min(3).default(100),
  seed: seed.optional().meta({
    description: "The seed of groups, backstories, moods and dice, the same for every prompt and narrator.",
  }),
  players: z.number().int().min(2).max(5).optional(),
  archetypes: z.array(archetypeId).min(2).max(5).optional(),
  playerModel: name.optional(),
  classifier: name.optional(),
  observer: name.optional(),
  judge: name.optional(),
  variation: z.number().min(0).max(1).optional(),
  guide: guideForm.optional().meta({
    description: "The guide mode of the narrators: notes or full. Default: from the settings.",
  }),
  /** The primary metric, pre-registered; the others are secondary. */
  primaryMetric: name.default("overall"),
});
export type MatrixConfig = z.infer<typeof matrixConfig>;
export type MatrixConfigInput = z.input<typeof matrixConfig>;

/** The inputs of a recorded matrix: stories and prompts with their content. */
export const recordedMatrix = matrixConfig.extend({
  stories: z.array(story).min(1),
  systemPrompts: z.array(z.object({ name, text: z.string() })).min(1),
});

/** One planned session. Sessions of one pair have the same group and dice, with another prompt or narrator. */
export const plannedSession = z.object({
  sessionId: name,
  story: name,
  prompt: name,
  narrator: name,
  /** `story/round`. */
  pair: name,
  seed: z.string(),
  /** A hash of the group: names, archetypes, backstories, spokesperson. Absent until it is cast. */
  group: z.string().optional(),
});
export type PlannedSession = z.infer<typeof plannedSession>;

/** A part of a matrix: one of `of`, counted from 1. */
const shard = z.object({ index: z.number().int().positive(), of: z.number().int().positive() });
export type Shard = z.infer<typeof shard>;

/** `plan.json` of a matrix: everything it is played with, pinned, so that editing a file midway does not change it. */
export const matrixPlan = z.object({
  version: z.literal(formatVersion),
  matrixId: name,
  config: matrixConfig,
  seed,
  /** Names its comment in a pull request, also after a resume. Absent: the name of the matrix. */
  label: z.string().optional(),
  /** The budget of the whole matrix, in USD. */
  budget: z.number().positive().optional(),
  /** Attempts missing from the session journals when the budget was last set. Absent: none. */
  lost: z.number().int().optional(),
  /** Absent until the plan is stored. */
  pinned: pinned.optional(),
  guides: z.record(name, story),
  prompts: z.record(name, z.string()),
  /** The gates at the end, also after a resume: `METRIC=N`, and the path of an earlier matrix. */
  gates: z
    .object({
      failUnder: z.array(z.string()),
      failOver: z.array(z.string()).default([]),
      baseline: z.string().optional(),
      /** Any failure is a regression if the baseline has none. */ strict: z.boolean().optional(),
      /** With `strict`: the number of failures allowed. */ tolerate: z
        .number()
        .int()
        .nonnegative()
        .optional(),
    })
    .optional(),
  sessions: z.array(plannedSession),
  /** Only this part of the sessions is played here, for this budget. `plan`: a hash, the same for all shards. */
  shard: shard.extend({ plan: z.string() }).optional(),
});
export type MatrixPlan = z.infer<typeof matrixPlan>;

/** What is kept in memory of a played session: numbers, no text. */
export const matrixRow = plannedSession.extend({
  /** `crashed`: it could not be finished, even at the second attempt. */
  outcome: z.union([sessionOutcome, z.literal("crashed")]),
  why: z.string(),
  /** By the names of `rehearse compare`; null: missing. */
  metrics: z.record(z.string(), z.number().nullable()),
  /** USD from its journals, including judging. */
  cost: z.number(),
  /** Including what may have been billed. */
  atMost: z.number(),
  /** Calls with an unknown price. */
  unpriced: z.number().int(),
  /** Absent in public files. */
  possiblyBilled: possiblyBilled.optional(),
  /** Absent: nothing was played from a recording. */
  recorded: recordedCost.optional(),
  /** Attempts missing from its journal; their cost is counted as far as the saved turns have it. Absent: none. */
  lost: z.number().int().optional(),
  durationMs: z.number(),
  /** Its folder is gone or unusable: the numbers come from an earlier `matrix.json`. */
  kept: z.literal("folder gone").optional(),
});
export type MatrixRow = z.infer<typeof matrixRow>;

/**
 * The numbers of `SessionMetrics` under the same names, each the mean of the sessions that have it; null: no session
 * has it.
 */
const meanMetrics = z
  .object({ sessions: z.number().int(), overall: z.number().nullable() })
  .catchall(z.union([z.record(z.string(), z.number().nullable()), z.number().nullable()]));
export type MeanMetrics = z.infer<typeof meanMetrics>;

export const aggregates = z.object({
  byStory: z.record(name, meanMetrics),
  byPrompt: z.record(name, meanMetrics),
  byModel: z.record(name, meanMetrics),
});
export type Aggregates = z.infer<typeof aggregates>;

const interval = z.object({ low: z.number(), high: z.number() });

/**
 * The mean of one metric over the sessions that have it, with its 95 % interval; null: too few groups, or all equal.
 */
export const metricSummary = z.object({
  n: z.number().int(),
  mean: z.number().nullable(),
  interval: interval.nullable(),
});
export type MetricSummary = z.infer<typeof metricSummary>;

export const variantSummary = z.object({
  sessions: z.number().int(),
  outcomes: z.record(z.string(), z.number().int()),
  cost: z.number(),
  metrics: z.record(name, metricSummary),
});
export type VariantSummary = z.infer<typeof variantSummary>;

const verdict = z.enum(["better", "worse", "no difference found", "insufficient evidence"]);

/** A prompt or narrator compared with the first one, over the groups that both played. */
export const variantStanding = variantSummary.extend({
  name,
  /** Null: it is the first, the reference for the others. */
  comparison: z
    .object({
      pairs: z.number().int(),
      alone: z.number().int(),
      speaksFor: z.string(),
      difference: z.number().nullable(),
      interval: interval.nullable(),
      effectSize: z.number().nullable(),
      /** Holm's, over all of its kind. */ p: z.number().nullable(),
      /** Null: neither direction is better. */ verdict: verdict.nullable(),
      /** Other metrics that differ after Holm's correction. */ others: z.array(
        z.object({ metric: name, difference: z.number(), p: z.number(), verdict }),
      ),
      /** Why a difference does not decide. */ note: z.string().optional(),
      /** Groups of players to add to find the observed difference with 80 % power; null: too many. Absent: decided. */ more: z
        .number()
        .int()
        .nullable()
        .optional(),
    })
    .nullable(),
});
export type VariantStanding = z.infer<typeof variantStanding>;

/** Whether more sessions of a prompt end badly. `p` has Holm's correction over the prompts. */
const outcomeTest = z.discriminatedUnion("method", [
  z.object({
    method: z.literal("worse against better groups"),
    groups: z.number().int(),
    worse: z.number().int(),
    better: z.number().int(),
    p: z.number(),
    alpha: z.number(),
  }),
  z.object({
    method: z.literal("Fisher against all baseline sessions"),
    groups: z.number().int(),
    /** Groups in which most sessions end badly. */ now: z.number().int(),
    pool: z.number().int(),
    before: z.number().int(),
    p: z.number(),
    alpha: z.number(),
  }),
]);

export const baselineResult = z.object({
  baseline: name,
  primaryMetric: name,
  paired: z.number().int(),
  /** Sessions without a partner and why, and other changes, in words. */
  notes: z.array(z.string()),
  prompts: z.array(
    z.object({
      prompt: name,
      pairs: z.number().int(),
      /** Pairs that differ in the primary metric. Absent in earlier results. */ differ: z
        .number()
        .int()
        .optional(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      difference: z.number().nullable(),
      interval: interval.nullable(),
      /** Holm's, over the prompts. */ p: z.number().nullable(),
      verdict: verdict.nullable(),
      /** As in a standing. */ more: z.number().int().nullable().optional(),
      /** Absent in earlier results, and where nothing is paired or judged. */ outcomeTest:
        outcomeTest.optional(),
    }),
  ),
  /** Among the paired sessions. `failed` includes crashed sessions. */
  outcomes: z.object({
    before: z.object({ failed: z.number().int(), timeout: z.number().int() }),
    after: z.object({ failed: z.number().int(), timeout: z.number().int() }),
  }),
  /** With fewer the gate cannot fail, beside so many prompts: pairs that differ in the primary metric, and groups for outcomes. */
  needs: z
    .object({ alphaOfMetric: z.number(), pairs: z.number().int(), groups: z.number().int() })
    .optional(),
  /** Why there is no judgement, regardless of the numbers. */
  withheld: z.array(z.string()).optional(),
  /** False: too few groups for any alarm, or not comparable, so that this gate does not pass. Absent in earlier results. */
  testable: z.boolean().optional(),
  /** Kinds of findings in paired sessions, before and now. Absent in earlier results. */
  findings: z
    .array(
      z.object({
        prompt: name,
        /** Absent: the matrix has one narrator, or an earlier version wrote it. */
        narrator: name.optional(),
        type: kindName,
        before: z.number().int(),
        now: z.number().int(),
        of: z.number().int(),
        /** Two-sided, with Holm's correction. */ p: z.number(),
        change: z.enum(["new", "gone", "more frequent", "less frequent", "unchanged"]),
      }),
    )
    .optional(),
  /** What got worse, in words. */
  regressions: z.array(z.string()),
  /** What got worse but has too few pairs or groups for a test, in words: the gate fails. Absent: nothing. */
  notJudged: z.array(z.string()).optional(),
  /** The metric is overall over the parts that both sides of a pair have, so it differs from the sessions' own scores. */
  sharedParts: z.boolean().optional(),
});
export type BaselineResult = z.infer<typeof baselineResult>;

/** `matrix.json`, and what `matrix --json` prints. */
export const matrixResult = z.object({
  version: z.literal(formatVersion),
  matrixId: name,
  dir: z.string(),
  config: matrixConfig,
  seed,
  /** Progress, until every session has ended or failed permanently; nothing is ranked before that. Absent: done. */
  provisional: z.object({ done: z.number().int(), planned: z.number().int() }).optional(),
  /** Every planned session; sessions not played are `unfinished`. */
  rows: z.array(matrixRow),
  sessions: z.array(sessionResult),
  aggregates,
  /** Parts left out of overall because not all sessions have them. Absent: none. */
  parts: z.string().optional(),
  rankings: z.object({ best: z.array(matrixRow), worst: z.array(matrixRow) }),
  failures: z.array(matrixRow),
  /** The narrator's issues by prompt, narrator and kind, each with the worst one. Absent in public files. */
  findings: z
    .array(
      z.object({
        prompt: name,
        /** Absent: the matrix has one narrator, or an earlier version wrote it. */
        narrator: name.optional(),
        type: kindName,
        issues: z.number().int(),
        sessions: z.number().int(),
        of: z.number().int(),
        sessionId: name,
        example: issue,
      }),
    )
    .optional(),
  /** Over all sessions. */
  notes: z.array(noteCount),
  /** USD: the sum of the journals. */
  totalCost: z.number(),
  /** Including what may have been billed. */
  totalAtMost: z.number(),
  /** Absent in public files. */
  totalPossiblyBilled: possiblyBilled.optional(),
  totalRecorded: recordedCost.optional(),
  /** USD, not in `totalCost`: the cost of sessions with deleted journals. Absent: none. */
  lostCost: z.number().nonnegative().optional(),
  /** Calls with an unknown price: if there are any, `totalCost` is a lower bound. */
  totalUnpriced: z.number().int(),
  /** Time spent playing, added up over all sessions; many are played at once. */
  totalDuration: z.number(),
  /** Which roles offline models played, and what the result therefore does not show; null: none. */
  house: z.string().nullable(),
  /** Sessions that are not over, which every mean leaves out. */
  unfinished: z.number().int(),
  summaries: z.object({
    byStory: z.record(name, variantSummary),
    byPrompt: z.record(name, variantSummary),
    byModel: z.record(name, variantSummary),
  }),
  cells: z.array(metricSummary.extend({ story: name, prompt: name, narrator: name })),
  /** Best first, if the primary metric has a better direction. */
  standings: z.object({ prompts: z.array(variantStanding), narrators: z.array(variantStanding) }),
  /** Absent: not compared with a baseline. */
  baseline: baselineResult.optional(),
});
export type MatrixResult = z.infer<typeof matrixResult>;
