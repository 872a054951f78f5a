import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { armComparison } from "./arm-comparison.ts";
import { archetypeId } from "../playtest/player.ts";
import { episode, kindName } from "../playtest/issue.ts";
import { noteCount } from "../shared/note.ts";
import { namedText } from "../playtest/session-config.ts";
import { points, score } from "../playtest/session-metrics.ts";
import { guideForm, story } from "../playtest/story.ts";
import { sessionOutcome, sessionResult } from "../playtest/session-result.ts";
import { seen, seenBy } from "../shared/seen.ts";
import { verdict } from "../shared/verdict.ts";
import { pinned } from "../shared/settings.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";

const name = z.string().min(1);
const seed = z.union([z.number().int(), z.string().min(1)], { error: "expected a whole number or text" });

/** Sizes of a matrix, from "does it run" to "is it better, and with which narrator". */
export const presetName = z.enum(["smoke", "mini", "standard", "full"]);
export type PresetName = z.infer<typeof presetName>;

/** A matrix as people write it: stories × prompts × narrators, with a number of sessions each. */
export const matrixConfig = seenBy(
  z.strictObject({
    stories: z.array(name).min(1).meta({ description: "Shipped stories, or paths of guides." }),
    systemPrompts: z
      .record(name, name)
      .refine((prompts) => Object.keys(prompts).length > 0, "name at least one prompt")
      .meta({ description: "Names of prompts, each with a shipped prompt or a file." }),
    narratorModels: z
      .array(name)
      .min(1)
      .meta({ description: "Names of `rehearse models`, or provider/model-id." }),
    sessionsPerCombination: z.number().int().positive().max(1_000).default(1),
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
    guide: guideForm.optional().meta({
      description: "The guide mode of the narrators: notes or full. Default: from the settings.",
    }),
  }),
  { all: ["stories", "systemPrompts", "narratorModels", "sessionsPerCombination", "maxTurnsPerSession"] },
);
export type MatrixConfig = z.infer<typeof matrixConfig>;
export interface MatrixConfigInput extends z.input<typeof matrixConfig> {}

/** The inputs of a recorded matrix: stories and prompts with their content. */
export const recordedMatrix = matrixConfig.extend({
  stories: z.array(story).min(1),
  systemPrompts: z.array(namedText).min(1),
});
export type RecordedMatrix = z.infer<typeof recordedMatrix>;

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
    })
    .optional(),
  sessions: z.array(plannedSession),
  /** Only this part of the sessions is played here, for this budget. `plan`: a hash, the same for all shards. */
  shard: shard.extend({ plan: z.string() }).optional(),
});
export type MatrixPlan = z.infer<typeof matrixPlan>;

export const playScore = score.pick({
  overall: true,
  completion: true,
  craft: true,
  judge: true,
  pointsLost: true,
  byKind: true,
});

/** What is kept in memory of a played session. */
export const matrixRow = seen({
  all: {
    ...plannedSession.pick({ sessionId: true, story: true, prompt: true, narrator: true, pair: true }).shape,
    /** `crashed`: it could not be finished, even at the second attempt. */
    outcome: z.union([sessionOutcome, z.literal("crashed")]),
    /** Every metric that gates know; null: missing. */
    metrics: z.record(z.string(), z.number().nullable()),
    /** Null: it has no result. A session in which the narrator broke down scores 0. */
    score: playScore.nullable(),
    /** USD from its journals, including judging. */
    cost: z.number(),
    /** Including what may have been billed. */
    atMost: z.number(),
    /** Calls with an unknown price. */
    unpriced: z.number().int(),
    durationMs: z.number(),
  },
  author: {
    ...plannedSession.pick({ seed: true, group: true }).shape,
    why: z.string(),
    /** Titles of the guide's beats that were not told. Absent: none, or not known. */
    untold: z.array(z.string()).optional(),
    /** Absent in public files. */
    possiblyBilled: possiblyBilled.optional(),
    /** Absent: nothing was played from a recording. */
    recorded: recordedCost.optional(),
  },
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

const count = z.number().int().nonnegative();

/** A matrix beside an earlier one over the same groups, each prompt and narrator on its own. */
export const baselineResult = z.object({
  baseline: name,
  variants: z.array(
    z.object({
      prompt: name,
      narrator: name,
      /** `not judged`: too few pairs have a score on both sides, or the matrices are not comparable. */
      result: z.enum(["passed", "worse", "too few groups", "not judged"]),
      /** Pairs of sessions that both matrices planned. */
      planned: count,
      /** A is the baseline. Its `p` is two-sided. */
      comparison: armComparison,
      /** One-sided: the chance of a fall this large if nothing changed. Null: too few groups differ. */
      p: z.number().nullable(),
      /** Why it was not judged. */
      why: z.string().optional(),
    }),
  ),
  /** What else differs, in words. */
  notes: z.array(z.string()),
});
export type BaselineResult = z.infer<typeof baselineResult>;

/** A gate, judged for one prompt and narrator. `error`: it could not be judged, and did not fail. */
const judgedGate = z.object({
  kind: z.enum(["limit", "baseline"]),
  /** Absent: not all sessions were played. */
  variant: z.object({ prompt: name, narrator: name }).optional(),
  name: z.string(),
  is: z.enum(["passed", "failed", "error"]),
  says: z.string(),
});
export type JudgedGate = z.infer<typeof judgedGate>;

/** What `matrix --json` prints; `matrix.json` leaves out `sessions`, which are in their own folders. */
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
  rankings: z.object({ best: z.array(matrixRow), worst: z.array(matrixRow) }),
  failures: z.array(matrixRow),
  /** Episodes by prompt, narrator and kind, each with the worst one. Absent in public files. */
  findings: z
    .array(
      z.object({
        prompt: name,
        narrator: name,
        kind: kindName,
        episodes: count,
        pointsLost: z.number(),
        /** Sessions with such an episode, of how many. */
        sessions: count,
        of: count,
        sessionId: name,
        example: episode,
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
  /** Calls with an unknown price: if there are any, `totalCost` is a lower bound. */
  totalUnpriced: z.number().int(),
  /** Time spent playing, added up over all sessions; many are played at once. */
  totalDuration: z.number(),
  /** Sessions that are not over, which every mean leaves out. */
  unfinished: count,
  /** The table of points that the scores come from. Absent: no session has a score. */
  points: points.optional(),
  /** Every prompt and every narrator beside the first. Empty while sessions are missing. */
  comparisons: z.object({ prompts: z.array(armComparison), narrators: z.array(armComparison) }),
  /** Absent: not compared with a baseline. */
  baseline: baselineResult.optional(),
  gates: z.array(judgedGate),
  verdict,
});
export interface MatrixResult extends z.infer<typeof matrixResult> {}
