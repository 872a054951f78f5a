import { z } from "zod";
import { formatVersion } from "../shared/format.ts";
import { spent } from "../shared/journal.ts";
import { noteCount } from "../shared/note.ts";
import { pinned } from "../shared/settings.ts";
import { verdict } from "../shared/verdict.ts";

const name = z.string().min(1);
const count = z.number().int().nonnegative();

/**
 * When a replay counts as recovered: by a metric over its own turns. Without a metric: it tells a new beat of the guide
 * or ends the story, and no problem of severity error (contradiction, leak, loop, breakdown) is found.
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
  /** Names its comment in a pull request, also after a resume. */
  label: z.string().optional(),
  sessionId: name,
  /** Copies of the turns that a replay can start from, in order. */
  checkpoints: z.array(z.object({ file: name, sessionId: name, turn: count })).min(2),
  /** The turn that ended the session, which no replay can start from. Absent: replays can start from every turn. */
  endedAt: count.optional(),
  criterion: recoveryCriterion,
  /** Turns of each replay, and its turn limit counted from the start of the session. */
  turns: z.number().int().positive(),
  maxTurns: z.number().int().positive(),
  budget: z.number().positive().optional(),
  /** Absent: nothing had to be pinned. */
  pinned: pinned.optional(),
});
export type BisectPlan = z.infer<typeof bisectPlan>;

/** One replay: where it started, its dice, and its result. */
export const bisectProbe = z.object({
  sessionId: name,
  turn: count,
  replicate: z.number().int().positive(),
  /** Null: it crashed, or the metric is missing. */
  recovered: z.boolean().nullable(),
  why: z.string(),
});
export type BisectProbe = z.infer<typeof bisectProbe>;

export const bisectFinding = z.object({
  /**
   * `fades`: lost in several turns. `recovers`: even from the last turn. `only-late`: from the last turn and not from
   * the first, which tells nothing. `open`: not decided.
   */
  kind: z.enum(["turn", "fades", "from-the-start", "recovers", "only-late", "open"]),
  /** The session is lost in one of these turns, as far as is known. Null: no turn is to blame, or none is known yet. */
  lost: z.object({ from: count, to: count }).nullable(),
});
export type BisectFinding = z.infer<typeof bisectFinding>;

/** `bisect.json`, and what `bisect --json` prints. */
export const bisectResult = z.object({
  version: z.literal(formatVersion),
  bisectId: name,
  dir: z.string(),
  sessionId: name,
  verdict,
  finding: bisectFinding,
  /** The recovery criterion in words. */
  criterion: z.string(),
  turns: z.number().int(),
  /** In the order of turns. */
  probes: z.array(bisectProbe),
  spent,
  /** Over all replays. */
  notes: z.array(noteCount),
  /** Why it stopped before it was decided. */
  endedBy: z.string().nullable(),
});
export interface BisectResult extends z.infer<typeof bisectResult> {}
