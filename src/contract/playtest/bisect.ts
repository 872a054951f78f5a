import { z } from "zod";
import { deviationCount } from "../shared/deviation.ts";
import { armWish } from "./ab.ts";
import { pinned } from "../shared/settings.ts";
import { possiblyBilled, recordedCost } from "../shared/journal.ts";

const name = z.string().min(1);
const count = z.number().int().nonnegative();

/** When a replay counts as recovered: by a metric over its own turns; without one, it tells a new pulse or the end, and nothing of severity error. */
export const recoveryCriterion = z
  .object({ metric: name, sign: z.enum([">=", "<="]), value: z.number() })
  .nullable();
export type RecoveryCriterion = z.infer<typeof recoveryCriterion>;

/** `bisect-plan.json`: the session's turns and the texts of what is changed are pinned beside it. */
export const bisectPlan = z.object({
  version: z.literal(1),
  kind: z.literal("bisect"),
  bisectId: name,
  sessionId: name,
  /** Copies of the turns that can be replayed from, in order. */
  checkpoints: z.array(z.object({ file: name, sessionId: name, turn: count })).min(1),
  /** The turn that ended the session, from which nothing can be replayed; absent: it can be gone on with from all. */
  endedAt: count.optional(),
  /** What the replays change of the session. */
  changed: z.object({ label: name, wish: armWish }),
  criterion: recoveryCriterion,
  /** Turns of each replay, and after how many turns in all one would be stopped. */
  turns: z.number().int().positive(),
  maxTurns: z.number().int().positive(),
  /** The most replays. */
  times: z.number().int().positive(),
  /** Replays that are chosen together: what one shows is not waited for by the others. */
  atOnce: z.number().int().positive(),
  certainty: z.number().gt(0.5).lt(1),
  /** A span of so many turns is exact enough. */
  within: z.number().int().positive(),
  budget: z.number().positive().optional(),
  /** Attempts that the journals of its sessions lacked when its budget was last set; absent: none. */
  lost: z.number().int().optional(),
  /** Absent in plans from before it was kept. */
  pinned: pinned.optional(),
});
export type BisectPlan = z.infer<typeof bisectPlan>;

/** One replay: from where, with which dice, and what came of it. */
export const bisectProbe = z.object({
  sessionId: name,
  turn: count,
  replicate: z.number().int().positive(),
  /** Null: it crashed, or the metric could not be had. It tells nothing. */
  recovered: z.boolean().nullable(),
  why: z.string(),
});
export type BisectProbe = z.infer<typeof bisectProbe>;

export const bisectFinding = z.object({
  /** `recovers`: from every turn, even the last. `span`: it is one of several turns. */
  kind: z.enum(["turn", "span", "from-the-start", "recovers", "no-single-turn", "undecided"]),
  /** As exact and as sure as was asked for. */
  decided: z.boolean(),
  /** The most probable turn after which it no longer recovers. Null: after none. */
  turn: count.nullable(),
  /** Of that turn, as in `belief`; of `no-single-turn`, that there is none. */
  probability: z.number(),
  /** The shortest run of turns that is probable enough. A null end: it recovers from all. */
  span: z.object({ from: count.nullable(), to: count.nullable(), probability: z.number() }).nullable(),
  /** How probable it is that no single turn explains what was seen. */
  noSingleTurn: z.number(),
  /** The most probable explanation without a single turn; only where that is the finding. Absent in earlier results. */
  shape: z.enum(["luck", "stretch", "ramp", "two-steps", "no-pattern"]).optional(),
});
export type BisectFinding = z.infer<typeof bisectFinding>;

/** `bisect.json`, and what `bisect --json` prints. */
export const bisectResult = z.object({
  version: z.literal(1),
  bisectId: name,
  dir: z.string(),
  sessionId: name,
  /** In words: what counted as recovered, what the replays changed, what was found. */
  criterion: z.string(),
  changed: z.string(),
  says: z.string(),
  finding: bisectFinding,
  turns: z.number().int(),
  certainty: z.number(),
  probes: z.array(bisectProbe),
  /** The same by turn, with Wilson's interval of the share that recovered. */
  byTurn: z.array(
    z.object({
      turn: count,
      replays: count,
      recovered: count,
      missing: count,
      interval: z.tuple([z.number(), z.number()]),
    }),
  ),
  /** How probable each turn is as the first from which it no longer recovers; null: that it recovers from all. With `finding.noSingleTurn` they add up to 1. */
  belief: z.array(z.object({ turn: count.nullable(), probability: z.number() })),
  /** What was said in the turn that was found. */
  said: z.object({ turn: count, narrator: z.string(), relay: z.string().nullable() }).nullable(),
  cost: z.object({
    total: z.number(),
    atMost: z.number(),
    unpriced: count,
    possiblyBilled,
    recorded: recordedCost.optional(),
    /** What journals of its replays lack, in words. */
    lost: z.array(z.string()).optional(),
  }),
  /** What did not go as asked for, over all replays. Absent in files of before this was kept. */
  deviations: z.array(deviationCount).optional(),
  /** Why it ended before it was decided, or all replays were played. */
  endedBy: z.string().nullable(),
  /** The house cast played. */
  house: z.boolean(),
});
export type BisectResult = z.infer<typeof bisectResult>;
