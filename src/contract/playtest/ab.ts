import { z } from "zod";
import { pinned } from "../shared/settings.ts";
import { guideForm, story } from "./story.ts";

const name = z.string().min(1);

/** What an arm changes of the checkpoints it starts from; nothing: it plays them on as they were. */
export const armWish = z.strictObject({
  prompt: z.object({ name, text: z.string() }).optional(),
  storyGuide: story.optional(),
  guide: guideForm.optional(),
  narrator: name.optional(),
});
export type ArmChanges = z.infer<typeof armWish>;

/** `plan.json` of an A/B test: texts and checkpoints are pinned beside it. */
export const abPlan = z.object({
  version: z.literal(1),
  kind: z.literal("ab"),
  abId: name,
  /** Copies in the test's own folder. */
  checkpoints: z
    .array(
      z.object({
        file: name,
        sessionId: name,
        turn: z.number().int().nonnegative(),
        /** After how many turns in all a replay of it would be stopped. */ maxTurns: z
          .number()
          .int()
          .positive()
          .optional(),
      }),
    )
    .min(1),
  a: z.object({ label: name, wish: armWish }),
  b: z.object({ label: name, wish: armWish }),
  /** The metric that decides, named beforehand. */
  metric: name,
  turns: z.number().int().positive(),
  /** The most pairs. */
  times: z.number().int().positive(),
  untilDecided: z.boolean(),
  alpha: z.number(),
  /** Replays of the unchanged checkpoint that come first: so many throws of the dice, each played so often. */
  noise: z.object({ dice: z.number().int().nonnegative(), repeats: z.number().int().positive() }),
  /** The reader of the replays; absent: the reader of the session that the checkpoint comes from. */
  observer: name.optional(),
  judge: name.optional(),
  /** A and B are the same, and are meant to be. */
  aa: z.boolean().optional(),
  /** Embedded actors play some part: nothing that comes of it is evidence about a prompt. */
  embedded: z.boolean(),
  budget: z.number().positive().optional(),
  /** Attempts that the journals of its sessions lacked when its budget was last set; absent: none. */
  lost: z.number().int().optional(),
  /** Absent in plans from before it was kept. */
  pinned: pinned.optional(),
});
export type AbPlan = z.infer<typeof abPlan>;

/** Who won a pair: by the metric; a crashed arm loses its pair. */
export const pairEnd = z.enum(["a", "b", "tie", "missing"]);

export const abPair = z.object({
  index: z.number().int().nonnegative(),
  checkpoint: z.number().int().nonnegative(),
  replicate: z.number().int().positive(),
  /** The metric; null: it could not be had. */
  a: z.number().nullable(),
  b: z.number().nullable(),
  crashed: z.array(z.enum(["a", "b"])),
  won: pairEnd,
});
export type AbPair = z.infer<typeof abPair>;

export const abDecision = z.object({
  /** By what is tested. Null: no winner. */
  winner: z.enum(["a", "b"]).nullable(),
  /** What decides: who wins more units, or whose mean is better. Until decided, and where an arm crashed, it is wins. Absent in older results. */
  tested: z.enum(["wins", "mean"]).optional(),
  why: z.string(),
  /** Of the one test of a fixed number of pairs. Null: it looks after every pair, not all are played, or too few differ. */
  p: z.number().nullable(),
  /** About B, by that test. Null: nothing was tested. */
  verdict: z.enum(["better", "worse", "no difference found", "insufficient evidence"]).nullable(),
  eValue: z.number(),
  /** Pairs that the decision rests on, in the order of their index. */
  pairsUsed: z.number().int(),
  /** What counts once: from six checkpoints on the checkpoint, with fewer each pair. */
  unit: z.enum(["pair", "checkpoint"]),
  /** Checkpoints that each arm won, where they are the unit. */
  checkpoints: z
    .object({ a: z.number().int(), b: z.number().int(), ties: z.number().int(), missing: z.number().int() })
    .nullable(),
  /** Of the pairs. */
  wins: z.object({ a: z.number().int(), b: z.number().int() }),
  ties: z.number().int(),
  missing: z.number().int(),
  crashed: z.object({ a: z.number().int(), b: z.number().int() }),
  /** B's share of the units that have a winner. Null: none has. Absent in older results. */
  winShare: z.number().nullable().optional(),
  /** Share of the units that are ties. Null: there are none. Absent in older results. */
  tieShare: z.number().nullable().optional(),
  /** B − A, over the units. */
  meanDifference: z.number().nullable(),
  /** Pairs with a score of both arms: the mean covers no other. Absent in older results. */
  pairsScored: z.number().int().optional(),
  /**
   * Of the mean difference, by the sign-flip test at 1 − alpha. It takes no account of stopping early. Null: fewer than six units have
   * a difference, all have the same, or an arm crashed: the others are a selection. Absent in older results.
   */
  interval: z.object({ low: z.number(), high: z.number(), level: z.number() }).nullable().optional(),
  /** Whose mean is better. Null: neither, or an arm crashed. It may not be the winner's. Absent in older results. */
  betterMean: z.enum(["a", "b"]).nullable().optional(),
  /** Enough was seen: the e-process reached its bound, or all pairs are played. */
  decided: z.boolean(),
});
export type AbDecision = z.infer<typeof abDecision>;
