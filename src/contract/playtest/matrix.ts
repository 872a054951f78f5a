import { z } from "zod";
import { archetypeId } from "./player.ts";
import { deviationCount } from "../shared/deviation.ts";
import { guideForm, story } from "./story.ts";
import { sessionOutcome, sessionResult } from "./session-result.ts";
import { pinned } from "../shared/settings.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";

const name = z.string().min(1);
const seed = z.union([z.number().int(), z.string().min(1)], { error: "give a whole number or a text" });

/** More than this in one matrix is a slip of the pen, or work for more machines than one. */
export const MOST_SESSIONS = 10_000;

/** A matrix as people write it: stories × prompts × narrators, so many sessions each. */
export const matrixConfig = z.strictObject({
  stories: z.array(name).min(1).meta({ description: "Shipped stories, or paths of guides." }),
  systemPrompts: z
    .record(name, name)
    .refine((prompts) => Object.keys(prompts).length > 0, "name at least one prompt")
    .meta({ description: "What each prompt is called, and where it stands: a shipped prompt or a file." }),
  narratorModels: z
    .array(name)
    .min(1)
    .meta({ description: "Names of `rehearse models`, or provider/model-id." }),
  sessionsPerCombination: z.number().int().positive().default(1),
  maxTurnsPerSession: z.number().int().min(3).default(100),
  seed: seed.optional().meta({
    description:
      "Groups, backstories, moods and dice are drawn from it: the same for every prompt and narrator.",
  }),
  players: z.number().int().min(2).max(5).optional(),
  archetypes: z.array(archetypeId).min(2).max(5).optional(),
  playerModel: name.optional(),
  classifier: name.optional(),
  observer: name.optional(),
  judge: name.optional(),
  variation: z.number().min(0).max(1).optional(),
  /** Absent in plans from before it was kept: full. */
  guide: guideForm.optional().meta({
    description: "How narrators are told the guide: notes or full. Otherwise as in the settings.",
  }),
  /** The metric that decides, named beforehand; the others are looked at beside it. */
  primaryMetric: name.default("overall"),
});
export type MatrixConfig = z.infer<typeof matrixConfig>;
export type MatrixConfigInput = z.input<typeof matrixConfig>;

/** One session that is to be played. Sessions with one pair are the same group with the same dice, under another prompt or narrator. */
export const plannedSession = z.object({
  sessionId: name,
  story: name,
  prompt: name,
  narrator: name,
  /** `story/round`. */
  pair: name,
  seed: z.string(),
  /** A hash of who plays: names, archetypes, backstories, who speaks. Absent in files of before this was kept. */
  group: z.string().optional(),
});
export type PlannedSession = z.infer<typeof plannedSession>;

/** `plan.json` of a matrix: everything it is played with, pinned, so that a file edited meanwhile cannot make two halves of it. */
export const matrixPlan = z.object({
  version: z.literal(1),
  matrixId: name,
  config: matrixConfig,
  seed,
  /** The most the whole may cost, in USD. */
  budget: z.number().positive().optional(),
  /** Attempts that the journals of its sessions lacked when its budget was last set; absent: none. */
  lost: z.number().int().optional(),
  /** Absent in plans from before it was kept. */
  pinned: pinned.optional(),
  guides: z.record(name, story),
  prompts: z.record(name, z.string()),
  /** What it must come up to when it is over, also after a stop: `METRIC=N`, and the path of an earlier matrix. */
  gates: z
    .object({
      failUnder: z.array(z.string()),
      failOver: z.array(z.string()).default([]),
      baseline: z.string().optional(),
      /** Any failure is a regression where none failed in the baseline. */ strict: z.boolean().optional(),
      /** With `strict`: so many may fail all the same. */ tolerate: z
        .number()
        .int()
        .nonnegative()
        .optional(),
    })
    .optional(),
  sessions: z.array(plannedSession),
});
export type MatrixPlan = z.infer<typeof matrixPlan>;

/** What is kept in mind of a played session: numbers, and no text. */
export const matrixRow = plannedSession.extend({
  /** `crashed`: it could not be played to an end, not at the second attempt either. */
  outcome: z.union([sessionOutcome, z.literal("crashed")]),
  why: z.string(),
  /** By the names of `rehearse compare`; null: could not be had. */
  metrics: z.record(z.string(), z.number().nullable()),
  /** Its players broke it: it says little about its narrator. */
  broken: z.boolean(),
  /** USD by its journals, judging included. */
  cost: z.number(),
  /** With what is possibly billed. */
  atMost: z.number(),
  /** Calls whose price is not known. */
  unpriced: z.number().int(),
  /** Absent in files written before it was kept. */
  possiblyBilled: possiblyBilled.optional(),
  /** Absent: nothing was played from a recording. */
  recorded: recordedCost.optional(),
  /** Attempts that its journal lacks; what its saved turns know of their cost is counted. Absent: none. */
  lost: z.number().int().optional(),
  durationMs: z.number(),
  /** Its folder has nothing to tell any more: the numbers are those of an earlier `matrix.json`. */
  kept: z.enum(["folder gone", "damaged"]).optional(),
});
export type MatrixRow = z.infer<typeof matrixRow>;

/** The numbers of `SessionMetrics` under the same names, each the mean of the sessions that have it; null: none has. */
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

/** The mean of one metric over the sessions that have it, with its 95 % interval; null: too few groups for one, or all equal. */
export const metricSummary = z.object({
  n: z.number().int(),
  mean: z.number().nullable(),
  interval: interval.nullable(),
});
export type MetricSummary = z.infer<typeof metricSummary>;

export const variantSummary = z.object({
  sessions: z.number().int(),
  outcomes: z.record(z.string(), z.number().int()),
  broken: z.number().int(),
  cost: z.number(),
  metrics: z.record(name, metricSummary),
});
export type VariantSummary = z.infer<typeof variantSummary>;

const verdict = z.enum(["better", "worse", "no difference found", "insufficient evidence"]);

/** A prompt or narrator beside the first of its kind, over the groups that both met. */
export const variantStanding = variantSummary.extend({
  name,
  /** Null: it is the first, which the others are compared with. */
  comparison: z
    .object({
      pairs: z.number().int(),
      alone: z.number().int(),
      speaksFor: z.string(),
      difference: z.number().nullable(),
      interval: interval.nullable(),
      effectSize: z.number().nullable(),
      /** Holm's, over all of its kind. */ p: z.number().nullable(),
      /** Null: more of the metric is neither better nor worse. */ verdict: verdict.nullable(),
      /** Other metrics that differ, Holm's correction made. */ others: z.array(
        z.object({ metric: name, difference: z.number(), p: z.number(), verdict }),
      ),
      /** Why a difference decides nothing all the same. */ note: z.string().optional(),
    })
    .nullable(),
});
export type VariantStanding = z.infer<typeof variantStanding>;

export const baselineResult = z.object({
  baseline: name,
  primaryMetric: name,
  paired: z.number().int(),
  /** What has no partner there and why, and what else has changed, in words. */
  notes: z.array(z.string()),
  prompts: z.array(
    z.object({
      prompt: name,
      pairs: z.number().int(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      difference: z.number().nullable(),
      interval: interval.nullable(),
      /** Holm's, over the prompts. */ p: z.number().nullable(),
      verdict: verdict.nullable(),
    }),
  ),
  /** Among the paired sessions. `failed` holds those that crashed. */
  outcomes: z.object({
    before: z.object({ failed: z.number().int(), timeout: z.number().int() }),
    after: z.object({ failed: z.number().int(), timeout: z.number().int() }),
  }),
  /** Whether more sessions end badly. Absent in results from before it was kept, and where nothing is paired. */
  outcomeTest: z
    .discriminatedUnion("method", [
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
        /** Groups whose sessions mostly end badly. */ now: z.number().int(),
        pool: z.number().int(),
        before: z.number().int(),
        p: z.number(),
        alpha: z.number(),
      }),
    ])
    .optional(),
  /** False: too few groups for any alarm, so that this gate does not pass. Absent in earlier results. */
  testable: z.boolean().optional(),
  /** What got worse, in words; none: it passes. */
  regressions: z.array(z.string()),
});
export type BaselineResult = z.infer<typeof baselineResult>;

/** `matrix.json`, and what `matrix --json` prints. */
export const matrixResult = z.object({
  version: z.literal(1),
  matrixId: name,
  dir: z.string(),
  config: matrixConfig,
  seed,
  /** How far it is while not every session has ended or failed for good: then nothing in it is better or worse. Absent: it is done. */
  provisional: z.object({ done: z.number().int(), planned: z.number().int() }).optional(),
  /** Every session that was planned; what was not played is `unfinished`. */
  rows: z.array(matrixRow),
  sessions: z.array(sessionResult),
  aggregates,
  /** Which parts overall leaves out here, because not all sessions have them; absent: none. */
  parts: z.string().optional(),
  rankings: z.object({ best: z.array(matrixRow), worst: z.array(matrixRow) }),
  failures: z.array(matrixRow),
  /** What did not go as asked for, over all sessions. Absent in files of before this was kept. */
  deviations: z.array(deviationCount).optional(),
  /** USD: the sum of the journals. */
  totalCost: z.number(),
  /** With what is possibly billed. */
  totalAtMost: z.number(),
  /** Absent in files written before it was kept. */
  totalPossiblyBilled: possiblyBilled.optional(),
  totalRecorded: recordedCost.optional(),
  /** USD, not in `totalCost`: what sessions had cost whose journals were deleted or spoiled since. Absent: none. */
  lostCost: z.number().nonnegative().optional(),
  /** Calls whose price is not known: with any, `totalCost` is a lower bound. */
  totalUnpriced: z.number().int(),
  /** Time spent playing, over all sessions; many are played at once. */
  totalDuration: z.number(),
  /** Who was embedded, and what that says nothing about; null: nobody. */
  house: z.string().nullable(),
  /** Left out of every comparison: their players broke them, or they were not played to their end. */
  leftOut: z.object({ broken: z.number().int(), unplayed: z.number().int() }),
  summaries: z.object({
    byStory: z.record(name, variantSummary),
    byPrompt: z.record(name, variantSummary),
    byModel: z.record(name, variantSummary),
  }),
  cells: z.array(metricSummary.extend({ story: name, prompt: name, narrator: name })),
  /** Best first, where more or less of the primary metric is better. */
  standings: z.object({ prompts: z.array(variantStanding), narrators: z.array(variantStanding) }),
  /** Absent: it was compared with none. */
  baseline: baselineResult.optional(),
});
export type MatrixResult = z.infer<typeof matrixResult>;
