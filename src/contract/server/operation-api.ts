/** Operations over HTTP: which there are, what they would do, and the jobs that play them. */
import { z } from "zod";
import { verdict } from "../shared/verdict.ts";
import { problem } from "./answer.ts";

const offeredOperation = z
  .object({
    name: z.string(),
    group: z.string(),
    summary: z.string(),
    description: z.string().optional(),
    /** JSON Schema of the options that a request may set, each with `description`, `value` and `section`. */
    input: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Operation" });
export type OfferedOperation = z.infer<typeof offeredOperation>;
export const operationList = z
  .object({ operations: z.array(offeredOperation) })
  .meta({ id: "OperationList" });
export type OperationList = z.infer<typeof operationList>;

/** The input of an operation, by the names of its options. Not a record, which drops `__proto__` unseen. */
export const operationInput = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "expected an object",
  )
  .meta({ id: "OperationInput", type: "object" });

export const operationEstimate = z
  .object({
    /** For people: verdicts, or text. */ shown: z.array(z.union([z.string(), verdict])),
    /** The same as data: what `--dry-run --json` prints. */ data: z.looseObject({}),
    /** What would keep it from starting now, with the remedy. */
    problems: z.array(problem.shape.error),
    /** What else is worth knowing: that the narrator ignores its prompt, for example. */
    notes: z.array(z.string()),
  })
  .meta({ id: "OperationEstimate" });
export type OperationEstimate = z.infer<typeof operationEstimate>;

const experimentOf = z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string() });

export const jobView = z
  .object({
    id: z.string(),
    operation: z.string(),
    state: z.enum(["running", "stopping", "stopped", "done", "failed"]),
    /** What tells it apart. */ name: z.string(),
    /** Its folder, relative to the workspace, once it has one. */ dir: z.string().optional(),
    /** The session that it plays. Those of an experiment are not listed: there may be thousands. */
    session: z.string().optional(),
    /** The experiment that it plays. */ of: experimentOf.optional(),
    /** Where a replay starts. */
    from: z.object({ session: z.string(), turn: z.number().int() }).optional(),
    /** Turns, sessions, replays or tests. */ done: z.number().int(),
    /** The most there may be. Null: not known yet. */ total: z.number().int().nullable(),
    /** What it is doing. */ doing: z.string().optional(),
    /** USD so far. Null: not known. */ cost: z.number().nullable(),
    budget: z.number().optional(),
    /** The latest remarks. */ notes: z.array(z.string()),
    /** What came of it. */
    verdict: z
      .object({ outcome: z.string(), headline: z.string(), cautions: z.array(z.string()) })
      .optional(),
    /** Why it failed or was stopped. Everything so far is saved. */ error: problem.shape.error.optional(),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
  })
  .meta({ id: "Job" });
export type JobView = z.infer<typeof jobView>;
export const jobList = z.object({ jobs: z.array(jobView) }).meta({ id: "JobList" });

/** The events of `/api/events`. They say what has changed, never how: listeners fetch it. */
export const liveEvent = z.discriminatedUnion("type", [
  /** A turn was saved, or the session began or ended. `turn`: its last one. */
  z.object({ type: z.literal("session"), session: z.string(), turn: z.number().int() }),
  experimentOf.extend({ type: z.literal("experiment") }),
  z.object({ type: z.literal("job"), job: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
