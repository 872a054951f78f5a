/** Work that can be resumed, from the files of the workspace. */
import { z } from "zod";

const count = z.number().int().nonnegative();
const workKind = z.enum(["session", "matrix", "ab", "bisect"]);
export type WorkKind = z.infer<typeof workKind>;

/** A session, matrix, A/B test or bisection that is being played or has stopped before its end. */
const workView = z
  .object({
    kind: workKind,
    id: z.string(),
    /** Its folder, relative to the workspace: `resume` takes it. */ dir: z.string(),
    /** What tells it apart: story, prompt and narrator, or both arms. */ name: z.string(),
    at: z.string().nullable(),
    /** `playing`: another process plays it. `spent`: its budget is spent. */
    state: z.enum(["playing", "stopped", "spent", "crashed"]),
    why: z.string(),
    /** Sessions, pairs, replays or turns. */ unit: z.enum(["turn", "session", "pair", "replay"]),
    done: count,
    /** Null: not known beforehand. */ total: count.nullable(),
    /** Played so far. */ turns: count,
    /** USD; null: not known. */ cost: z.number().nullable(),
    budget: z.number().nullable(),
    /** A budget that is enough to continue, if the present one is not. */ suggestedBudget: z
      .number()
      .optional(),
    /** Why it cannot be resumed here. Absent: it can. */ notResumable: z.string().optional(),
    /** The command that does the same in a terminal. */ command: z.string(),
  })
  .meta({ id: "Work" });
export type WorkView = z.infer<typeof workView>;

export const workList = z
  .object({
    work: z.array(workView),
  })
  .meta({ id: "WorkList" });
export type WorkList = z.infer<typeof workList>;

/** One planned session of an experiment, and how far it is. */
const workSession = z
  .object({
    session: z.string(),
    name: z.string(),
    state: z.enum(["waiting", "playing", "done", "stopped", "failed"]),
    turn: count,
    /** Null: not read. */ issues: count.nullable(),
    cost: z.number().nullable(),
    overall: z.number().nullable(),
  })
  .meta({ id: "WorkSession" });
export type WorkSession = z.infer<typeof workSession>;
export const workSessions = z.object({ sessions: z.array(workSession) }).meta({ id: "WorkSessions" });
export type WorkSessions = z.infer<typeof workSessions>;
