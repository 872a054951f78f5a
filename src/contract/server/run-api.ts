/** Work that can be resumed, from the files of the workspace, and the runs of an engine. */
import { z } from "zod";
import { lastEvent } from "./answer.ts";

const count = z.number().int().nonnegative();
export const workKind = z.enum(["session", "matrix", "ab", "bisect"]);
export type WorkKind = z.infer<typeof workKind>;

/** A session, matrix, A/B test or bisection that is being played or has stopped before its end. */
export const workView = z
  .object({
    kind: workKind,
    id: z.string(),
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

export const workerView = z.object({
  id: z.string(),
  version: z.string(),
  playing: count,
  atOnce: count,
  /** Since it was last seen. */ silentSeconds: count,
});

/** A run that workers play. */
export const engineRunView = z
  .object({
    id: z.string(),
    kind: z.string(),
    state: z.enum(["queued", "playing", "stopping", "stopped", "finished", "failed"]),
    planned: count,
    sessions: z.object({ queued: count, playing: count, played: count, crashed: count, stopped: count }),
    turns: count,
    cost: z.number(),
    /** Includes attempts that may have been billed. */ atMost: z.number(),
    budget: z.number().nullable(),
    at: z.string(),
    endedAt: z.string().nullable(),
    error: z.object({ message: z.string(), remedy: z.string() }).nullable(),
    canStop: z.boolean(),
    canResume: z.boolean(),
    suggestedBudget: z.number().optional(),
  })
  .meta({ id: "EngineRun" });
export type EngineRunView = z.infer<typeof engineRunView>;

export const engineView = z.object({
  /** Host and database, without user or password. */ address: z.string(),
  /** False: the role may only read. Commands change runs instead. */ control: z.boolean(),
  runs: z.array(engineRunView),
  workers: z.array(workerView),
  /** Why the database cannot be read now. */ trouble: z.string().optional(),
});
export type EngineView = z.infer<typeof engineView>;

export const engineSession = z.object({
  id: z.string(),
  state: z.enum(["queued", "playing", "played", "crashed", "stopped"]),
  turns: count,
  cost: z.number(),
  worker: z.string().nullable(),
  error: z.string().nullable(),
});
export const engineSessions = z.object({ sessions: z.array(engineSession) }).meta({ id: "EngineSessions" });
export type EngineSessions = z.infer<typeof engineSessions>;

export const workList = z
  .object({
    work: z.array(workView),
    /** Absent: `serve` runs without --engine. */ engine: engineView.optional(),
    lastEvent,
  })
  .meta({ id: "WorkList" });
export type WorkList = z.infer<typeof workList>;

/** One planned session of an experiment, and how far it is. */
export const workSession = z
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
export const workSessions = z
  .object({ sessions: z.array(workSession), lastEvent })
  .meta({ id: "WorkSessions" });
export type WorkSessions = z.infer<typeof workSessions>;
