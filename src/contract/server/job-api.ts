/** Replays that the server plays: the options, their progress, and their live events. */
import { z } from "zod";
import { guideForm } from "../playtest/story.ts";
import { named } from "./answer.ts";
import { guideText, promptSource } from "./content-api.ts";

const experimentOf = z.object({ kind: z.enum(["matrix", "ab", "bisect"]), id: z.string() });

/** The options of a replay, and the narrators that are available now. */
export const choices = z
  .object({
    stories: z.array(z.string()),
    prompts: z.array(z.string()),
    /** Those of the workspace itself. */
    own: z.object({ stories: z.array(z.string()), prompts: z.array(z.string()) }),
    /** Of the latest sessions. */ seeds: z.array(z.union([z.number(), z.string()])).optional(),
    narrators: z.array(
      z.object({
        name: z.string(),
        model: z.string(),
        /** Its key is set, or it needs none. */ ready: z.boolean(),
        house: z.boolean(),
        note: z.string().optional(),
        /** What another prompt does to a house narrator. */ promptEffect: z.string().optional(),
      }),
    ),
    /** What is used if a request leaves it out. */
    usual: z.object({
      narrator: z.string(),
      /** The server's --budget, which no request exceeds. */ budget: z.number().optional(),
    }),
  })
  .meta({ id: "Choices" });
export type Choices = z.infer<typeof choices>;

export const replayRequest = z
  .strictObject({
    session: z.string().min(1).max(1_000).meta({ description: "The session to branch from." }),
    turn: z.number().int().nonnegative().max(1_000_000).meta({ description: "The turn to branch after." }),
    prompt: named.optional().meta({ description: "The name of a prompt from GET /api/choices." }),
    promptText: promptSource
      .optional()
      .meta({ description: "The text of the prompt. `prompt` then names its origin." }),
    storyGuide: named.optional().meta({ description: "The name of a guide from GET /api/choices." }),
    storyGuideText: guideText
      .optional()
      .meta({ description: "The guide: a JSON object, or Markdown. `storyGuide` then names its origin." }),
    guide: guideForm.optional().meta({ description: "How the narrator gets the guide. Default: unchanged." }),
    seed: z
      .union([z.int(), z.string().min(1).max(200)])
      .optional()
      .meta({ description: "Another seed. Default: the session's." }),
    narrator: named.optional().meta({ description: "A model name." }),
    playerModel: named
      .optional()
      .meta({ description: "One model for all players. Default: the session's models." }),
    classifier: named.optional().meta({ description: "A model name, or `house`. Default: the session's." }),
    observer: named
      .optional()
      .meta({ description: "The reader: a model, `none` or `house`. Default: the session's." }),
    judge: named.optional().meta({
      description: "As for `POST /api/plays`; without a name, branches with `turns` are not judged.",
    }),
    turns: z.number().int().min(1).max(100).optional().meta({ description: "Play at most this many turns." }),
    times: z.number().int().min(1).max(1_000).default(1).meta({
      description:
        "1: one branch. More: an A/B test of at most this many pairs, in which the unchanged session is replayed too.",
    }),
    finding: z.string().min(1).max(200).optional().meta({
      description: "With several `times`: the id of the finding that decides. It sets the turns.",
    }),
    budget: z
      .number()
      .positive()
      .optional()
      .meta({ description: "USD for everything together; never more than the server's --budget." }),
  })
  .meta({ id: "ReplayRequest" });
export type ReplayRequest = z.infer<typeof replayRequest>;

/** What work would cost, estimated before it starts. In USD. */
export const estimateView = z
  .object({
    /** For all sessions of the work together. */ low: z.number(),
    high: z.number(),
    likely: z.number().optional(),
    /** Model calls. */ calls: z.number().int(),
    tokens: z.number().int().optional(),
    /** Models without a known price: their calls are not in the sums. */ unpriced: z.array(z.string()),
    /** Remarks on the numbers, in a sentence or two. */ note: z.string().optional(),
  })
  .meta({ id: "Estimate" });
export type EstimateView = z.infer<typeof estimateView>;

export const replayEstimate = estimateView
  .extend({
    /** What would keep it from starting now, with the remedy: a missing key, for example. */
    problems: z.array(z.object({ code: z.string(), message: z.string(), remedy: z.string() })),
    /** Roles whose model has no key, or whose local server does not answer. */ unusable: z.array(
      z.enum(["narrator", "player", "classifier", "observer"]),
    ),
    /** The same replay as a command. Absent: an edited text must be saved first, or no command can say it. */
    command: z.string().optional(),
  })
  .meta({ id: "ReplayEstimate" });
export type ReplayEstimate = z.infer<typeof replayEstimate>;

export const jobView = z
  .object({
    id: z.string(),
    kind: z.enum(["play", "replay", "matrix", "ab", "bisect", "check"]),
    /** What tells it apart, such as story, prompt and narrator. */ name: z.string(),
    /** Continues work that was stopped. */ resumes: z.boolean().optional(),
    /** Where its branches start. */
    from: z.object({ session: z.string(), turn: z.number().int() }).optional(),
    /** The experiment that it plays. */ of: experimentOf.optional(),
    status: z.enum(["running", "done", "stopped", "failed"]),
    /** The session, or the branches. Those of an experiment are not listed: there may be thousands. */
    sessions: z.array(z.string()),
    /** What `done` and `total` count. */
    unit: z.enum(["turn", "branch", "session", "pair", "replay", "test"]),
    done: z.number().int(),
    total: z.number().int(),
    /** The most turns that each branch plays. Absent: to the end of the story. */
    turnsEach: z.number().int().optional(),
    /** What it does now, such as waiting for the narrator, and since when. */
    doing: z.string().optional(),
    doingSince: z.string().optional(),
    /** Played by this job. */ turns: z.number().int(),
    /** Sessions that are being played now. */ playing: z.number().int(),
    /** Sessions that failed or could not be played. */ failed: z.number().int(),
    /** USD, including what was spent before it was resumed. Null: not known. */ cost: z.number().nullable(),
    budget: z.number().optional(),
    /** Of a session that has ended: its findings and its score. Null: not read, not scored. */
    issues: z.number().int().nullable().optional(),
    overall: z.number().nullable().optional(),
    /** Of a check that has ended: why its gates failed. */
    gatesFailed: z.string().optional(),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    /** Milliseconds, at the present pace. Null: not known yet. */ leftMs: z.number().nullable(),
    error: z.string().optional(),
    remedy: z.string().optional(),
    /** It stopped because its budget is spent: a larger one continues it. */ spent: z.boolean().optional(),
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
