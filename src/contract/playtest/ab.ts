import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { noteCount } from "../shared/note.ts";
import { lostCalls, possiblyBilled, recordedCost } from "../shared/journal.ts";
import { pinned } from "../shared/settings.ts";
import { armComparison } from "./arm-comparison.ts";
import { guideForm, story } from "./story.ts";

const name = z.string().min(1);

/** What an arm changes in the checkpoints it starts from. Empty: nothing. */
export const armWish = z.strictObject({
  prompt: z.object({ name, text: z.string() }).optional(),
  storyGuide: story.optional(),
  guide: guideForm.optional(),
  narrator: name.optional(),
});
export type ArmChanges = z.infer<typeof armWish>;

/** `plan.json` of an A/B test: texts and checkpoints are pinned beside it. */
export const abPlan = z.object({
  version: z.literal(formatVersion),
  kind: z.literal("ab"),
  abId: name,
  /** Copies in the test's own folder. */
  checkpoints: z
    .array(
      z.object({
        file: name,
        sessionId: name,
        turn: z.number().int().nonnegative(),
        /** The turn limit of a replay, counted from the start of the session. */ maxTurns: z
          .number()
          .int()
          .positive()
          .optional(),
      }),
    )
    .min(1),
  a: z.object({ label: name, wish: armWish }),
  b: z.object({ label: name, wish: armWish }),
  /** The primary metric, pre-registered. */
  metric: name,
  turns: z.number().int().positive(),
  /** The maximum number of pairs. */
  times: z.number().int().positive().max(10_000),
  untilDecided: z.boolean(),
  alpha: z.number(),
  /** Replays of the unchanged checkpoint that come first: how many dice seeds, and how many replays of each. */
  noise: z.object({ dice: z.number().int().nonnegative(), repeats: z.number().int().positive() }),
  /** The reader of the replays; absent: the reader of the session that the checkpoint comes from. */
  observer: name.optional(),
  judge: name.optional(),
  /** A and B are deliberately the same. */
  aa: z.boolean().optional(),
  /** Offline models play some role, so the result is not evidence about a prompt. */
  embedded: z.boolean(),
  budget: z.number().positive().optional(),
  /** Attempts missing from the session journals when the budget was last set. Absent: none. */
  lost: z.number().int().optional(),
  /** Absent until the plan is stored. */
  pinned: pinned.optional(),
});
export type AbPlan = z.infer<typeof abPlan>;

/** Who won a pair: by the metric; a crashed arm loses its pair. */
export const pairEnd = z.enum(["a", "b", "tie", "missing"]);

export const abPair = z.object({
  index: z.number().int().nonnegative(),
  checkpoint: z.number().int().nonnegative(),
  replicate: z.number().int().positive(),
  /** The metric; null: missing. */
  a: z.number().nullable(),
  b: z.number().nullable(),
  crashed: z.array(z.enum(["a", "b"])),
  won: pairEnd,
});
export type AbPair = z.infer<typeof abPair>;

export const abDecision = z.object({
  /** Decided by the test. Null: no winner. */
  winner: z.enum(["a", "b"]).nullable(),
  /**
   * What decides: the number of units won, or the better mean. With --until-decided, or when an arm crashed, it is
   * wins.
   */
  tested: z.enum(["wins", "mean"]),
  why: z.string(),
  /**
   * From the single test of a fixed number of pairs. Null: tested after every pair, not all pairs played, or too few
   * differ.
   */
  p: z.number().nullable(),
  /** About B, from that test. Null: nothing was tested. */
  verdict: z.enum(["better", "worse", "no difference found", "insufficient evidence"]).nullable(),
  eValue: z.number(),
  /** Pairs that the decision uses, ordered by index. */
  pairsUsed: z.number().int(),
  /** The unit of analysis: the checkpoint if there are at least six, otherwise the pair. */
  unit: z.enum(["pair", "checkpoint"]),
  /** Checkpoints that each arm won, if checkpoints are the unit. */
  checkpoints: z
    .object({ a: z.number().int(), b: z.number().int(), ties: z.number().int(), missing: z.number().int() })
    .nullable(),
  /** For pairs. */
  wins: z.object({ a: z.number().int(), b: z.number().int() }),
  ties: z.number().int(),
  missing: z.number().int(),
  crashed: z.object({ a: z.number().int(), b: z.number().int() }),
  /** B's share of the units that have a winner. Null: no unit has one. */
  winShare: z.number().nullable(),
  /** Share of units that are ties. Null: no units. */
  tieShare: z.number().nullable(),
  /** B − A, over units. */
  meanDifference: z.number().nullable(),
  /** Pairs with a score for both arms; the mean uses only these. */
  pairsScored: z.number().int(),
  /**
   * Interval of the mean difference, from the sign-flip test at 1 − alpha. Not adjusted for early stopping. Null: fewer
   * than six units have a difference, all differences are equal, or an arm crashed, which leaves a biased selection.
   */
  interval: z.object({ low: z.number(), high: z.number(), level: z.number() }).nullable().optional(),
  /**
   * The arm with the better mean. Null: neither, or an arm crashed. It can differ from the winner.
   */
  betterMean: z.enum(["a", "b"]).nullable(),
  /** Decided: the e-process reached its bound, or all pairs are played. */
  decided: z.boolean(),
});
export type AbDecision = z.infer<typeof abDecision>;

const interval = z.object({ low: z.number(), high: z.number() });
const noiseComponent = z.object({
  /**
   * A standard deviation, in the metric's units. Null: not separable, because nothing was repeated; it is then part of
   * the component above.
   */
  spread: z.number().nullable(),
  /** The estimate of its variance came out below 0; it is shown as 0. */
  negative: z.boolean(),
  /** Degrees of freedom of the estimate; 0: none. */
  df: z.number(),
  /**
   * 95 % interval of the standard deviation: chi-square, or Williams and Tukey's if a lower mean square is subtracted.
   * It covers the truth in 93 to 97 % of normal samples. Null: no variance, or less than the component below alone
   * would cause.
   */
  interval: interval.nullable(),
});
export type NoiseComponent = z.infer<typeof noiseComponent>;
const noiseFloor = z.object({
  scores: z.number().int(),
  mean: z.number().nullable(),
  betweenDice: noiseComponent,
  withinDice: noiseComponent,
  rejudging: noiseComponent,
  /** Within dice and re-judging together: how much two replays with the same dice differ. */
  replay: noiseComponent,
});
export type NoiseFloor = z.infer<typeof noiseFloor>;

/** How much the metric varies without any change, and the difference that would exceed it. */
export const abNoise = z.object({
  floor: noiseFloor,
  /**
   * The difference this test detects with 80 % power, in the metric's units; null: no repeats, no variance, or no
   * difference is detected that often.
   */
  realDifference: z.number().nullable(),
  /** 95 % interval of that, from the uncertainty of the noise floor. Null: none. */
  realInterval: interval.nullable(),
  /** Replays without a score. */
  missing: z.number().int(),
});
export type AbNoise = z.infer<typeof abNoise>;

/** `ab.json`, as far as it cannot be read from the plan. */
export const abResult = z.object({
  version: z.literal(formatVersion),
  decision: abDecision,
  pairs: z.array(abPair),
  comparison: armComparison.nullable(),
  noise: abNoise.nullable(),
  spent: z.object({
    cost: z.number(),
    unpriced: z.number().int(),
    possiblyBilled,
    recorded: recordedCost.optional(),
  }),
  lost: z.array(lostCalls),
  notes: z.array(noteCount),
  endedBy: z.string().nullable(),
});
