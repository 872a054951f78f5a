import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { noteCount } from "../shared/note.ts";
import { armWish } from "./ab.ts";
import { pinned } from "../shared/settings.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";

const name = z.string().min(1);
const count = z.number().int().nonnegative();

/**
 * When a replay counts as recovered: by a metric over its own turns. Without a metric: it tells a new pulse or the
 * ending, and has no issue of severity error.
 */
export const recoveryCriterion = z
  .object({ metric: name, sign: z.enum([">=", "<="]), value: z.number() })
  .nullable();
export type RecoveryCriterion = z.infer<typeof recoveryCriterion>;

/** `bisect-plan.json`: the session's turns and the changed texts are pinned beside it. */
export const bisectPlan = z.object({
  version: z.literal(formatVersion),
  kind: z.literal("bisect"),
  bisectId: name,
  sessionId: name,
  /** Copies of the turns that a replay can start from, in order. */
  checkpoints: z.array(z.object({ file: name, sessionId: name, turn: count })).min(1),
  /** The turn that ended the session, which no replay can start from. Absent: replays can start from every turn. */
  endedAt: count.optional(),
  /** What the replays change in the session. */
  changed: z.object({ label: name, wish: armWish }),
  criterion: recoveryCriterion,
  /** Turns of each replay, and its turn limit counted from the start of the session. */
  turns: z.number().int().positive(),
  maxTurns: z.number().int().positive(),
  /** The maximum number of replays. */
  times: z.number().int().positive(),
  /** Replays chosen as one batch, without waiting for each other's results. */
  atOnce: z.number().int().positive(),
  certainty: z.number().gt(0.5).lt(1),
  /** The search stops at a span of this many turns. */
  within: z.number().int().positive(),
  budget: z.number().positive().optional(),
  /** Attempts missing from the session journals when the budget was last set. Absent: none. */
  lost: z.number().int().optional(),
  /** Absent: nothing had to be pinned. */
  pinned: pinned.optional(),
});
export type BisectPlan = z.infer<typeof bisectPlan>;

/** One replay: where it started, its dice seed, and its result. */
export const bisectProbe = z.object({
  sessionId: name,
  turn: count,
  replicate: z.number().int().positive(),
  /** Null: it crashed, or the metric is missing. It carries no information. */
  recovered: z.boolean().nullable(),
  why: z.string(),
});
export type BisectProbe = z.infer<typeof bisectProbe>;

export const bisectFinding = z.object({
  /** `recovers`: from every turn, even the last. `span`: one of several turns. */
  kind: z.enum(["turn", "span", "from-the-start", "recovers", "no-single-turn", "undecided"]),
  /** Reached the requested precision and confidence. */
  decided: z.boolean(),
  /** The most probable turn after which the session no longer recovers. Null: there is none. */
  turn: count.nullable(),
  /** The probability of that turn, as in `belief`; for `no-single-turn`, the probability that there is none. */
  probability: z.number(),
  /** The shortest run of turns that is probable enough. A null end: recovers from all turns. */
  span: z.object({ from: count.nullable(), to: count.nullable(), probability: z.number() }).nullable(),
  /** The probability that no single turn explains the replays. */
  noSingleTurn: z.number(),
  /** The most probable explanation without a single turn; only if that is the finding. Absent in earlier results. */
  shape: z.enum(["luck", "stretch", "ramp", "two-steps", "no-pattern"]).optional(),
});
export type BisectFinding = z.infer<typeof bisectFinding>;

/** `bisect.json`, and what `bisect --json` prints. */
export const bisectResult = z.object({
  version: z.literal(formatVersion),
  bisectId: name,
  dir: z.string(),
  sessionId: name,
  /** In words: the recovery criterion, what the replays changed, and the finding. */
  criterion: z.string(),
  changed: z.string(),
  says: z.string(),
  finding: bisectFinding,
  turns: z.number().int(),
  certainty: z.number(),
  probes: z.array(bisectProbe),
  /** The same by turn, with the exact (Clopper-Pearson) interval of the share that recovered; Wilson's in earlier results. */
  byTurn: z.array(
    z.object({
      turn: count,
      replays: count,
      recovered: count,
      missing: count,
      interval: z.tuple([z.number(), z.number()]),
    }),
  ),
  /**
   * The probability of each turn as the first from which the session no longer recovers; null: recovers from all. With
   * `finding.noSingleTurn` they add up to 1.
   */
  belief: z.array(z.object({ turn: count.nullable(), probability: z.number() })),
  /** The text of the turn that was found. */
  said: z.object({ turn: count, narrator: z.string(), relay: z.string().nullable() }).nullable(),
  cost: z.object({
    total: z.number(),
    atMost: z.number(),
    unpriced: count,
    possiblyBilled,
    recorded: recordedCost.optional(),
    /** What the journals of its replays lack, in words. */
    lost: z.array(z.string()).optional(),
  }),
  /** Over all replays. */
  notes: z.array(noteCount),
  /** Why it stopped before it was decided or all replays were played. */
  endedBy: z.string().nullable(),
  /** The offline cast played. */
  house: z.boolean(),
});
export type BisectResult = z.infer<typeof bisectResult>;
