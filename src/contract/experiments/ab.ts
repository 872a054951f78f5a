/** An A/B test: its plan, its pairs, and `ab.json`. */
import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { noteCount } from "../shared/note.ts";
import { spent } from "../shared/journal.ts";
import { pinned } from "../shared/settings.ts";
import { seen } from "../shared/seen.ts";
import { verdict } from "../shared/verdict.ts";
import { episode } from "../playtest/issue.ts";
import { namedText } from "../playtest/session-config.ts";
import { score } from "../playtest/session-metrics.ts";
import { guideForm, story } from "../playtest/story.ts";

const name = z.string().min(1);
const count = z.number().int().nonnegative();
const arms = <Of extends z.ZodType>(of: Of) => z.object({ a: of, b: of });

/** What an arm changes in the checkpoints it starts from. Empty: nothing. */
export const armWish = z.strictObject({
  prompt: namedText.optional(),
  storyGuide: story.optional(),
  guide: guideForm.optional(),
  narrator: name.optional(),
});
export type ArmChanges = z.infer<typeof armWish>;

/** The finding that a test is about: whether it comes back decides. */
const abFinding = episode.pick({ id: true, kind: true, lastTurn: true }).extend({
  /** Who reported it, if it is not the session's own reader. */
  reader: name.optional(),
});
export type AbFinding = z.infer<typeof abFinding>;

/** `ab-plan.json`: texts and checkpoints are pinned beside it. */
export const abPlan = z.object({
  version: z.literal(formatVersion),
  kind: z.literal("ab"),
  abId: name,
  /** Names its comment in a pull request, also after a resume. */
  label: z.string().optional(),
  /** Copies in the test's own folder. */
  checkpoints: z
    .array(
      z.object({
        file: name,
        sessionId: name,
        turn: count,
        /** The turn limit of a replay, counted from the start of the session. */
        maxTurns: z.number().int().positive(),
      }),
    )
    .min(1),
  a: z.object({ label: name, wish: armWish }),
  b: z.object({ label: name, wish: armWish }),
  /** Changed in both arms. Absent: as in the session that the checkpoint comes from. */
  observer: name.optional(),
  playerModel: name.optional(),
  classifier: name.optional(),
  seed: z.union([z.number(), z.string()]).optional(),
  /** Of each replay. */
  turns: z.number().int().positive(),
  /** The maximum: a test stops when it is decided. */
  pairs: z.number().int().positive().max(1_000),
  /** Absent: the points lost decide. */
  finding: abFinding.optional(),
  budget: z.number().positive().optional(),
  /** Absent until the plan is stored. */
  pinned: pinned.optional(),
});
export type AbPlan = z.infer<typeof abPlan>;

/** What a replay lost in the turns that both arms of its pair played. */
const abArm = score.pick({ pointsLost: true, byKind: true }).extend({
  /** The guide's beats that it told in these turns. Absent: not identified. */
  beats: count.optional(),
  /** Whether the finding came back. Absent: the points lost decide. */
  cameBack: z.boolean().optional(),
});
export type AbArm = z.infer<typeof abArm>;

export const abPair = z.object({
  index: count,
  /** Its place in the plan's list. */
  checkpoint: count,
  replicate: z.number().int().positive(),
  /** Null: it crashed, or too few of its turns were read. */
  a: abArm.nullable(),
  b: abArm.nullable(),
  crashed: z.array(z.enum(["a", "b"])),
  won: z.enum(["a", "b", "tie", "missing"]),
});
export type AbPair = z.infer<typeof abPair>;

export const abDecision = z.object({
  /** Null: not decided. */
  winner: z.enum(["a", "b"]).nullable(),
  decided: z.boolean(),
  eValue: z.number(),
  /** Pairs that the decision uses, in the order of their index. The other numbers are about these. */
  pairs: count,
  wins: arms(count),
  ties: count,
  missing: count,
});
export type AbDecision = z.infer<typeof abDecision>;

/** `ab.json`. */
export const abResult = z.object({
  version: z.literal(formatVersion),
  dir: z.string(),
  verdict,
  decision: abDecision,
  plan: seen({
    all: {
      ...abPlan.pick({ abId: true, turns: true, pairs: true, finding: true }).shape,
      ...arms(seen({ all: { label: name } })).shape,
      checkpoints: z.array(seen({ all: { sessionId: name, turn: count } })),
    },
    author: {},
  }),
  pairs: z.array(abPair),
  spent,
  notes: z.array(noteCount),
  /** Why it stopped before it was decided or complete. */
  endedBy: z.string().nullable(),
});
export interface AbResult extends z.infer<typeof abResult> {}
