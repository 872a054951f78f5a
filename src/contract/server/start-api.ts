/** What a page or a program asks the server to play, and what that would cost. */
import { z } from "zod";
import { presetName } from "../playtest/matrix.ts";
import { guideForm } from "../playtest/story.ts";
import { named } from "./answer.ts";
import { estimateView } from "./job-api.ts";

const budget = z
  .number()
  .positive()
  .max(1_000_000)
  .optional()
  .meta({ description: "USD for everything together; never more than the server's --budget." });
const seed = z
  .union([z.int(), z.string().trim().min(1).max(200)])
  .optional()
  .meta({ description: "Digits are a number, as on the command line. Default: a new one." });
/** Names of listed models only: a request cannot name an address or a module. */
const model = named.optional();
const cast = {
  playerModel: model.meta({ description: "One model for all players. Default: each archetype's own." }),
  classifier: model,
  observer: model.meta({ description: "The reader: a model, `none` or `house`." }),
  judge: model.meta({
    description: "A model, or `none`. Default: the usual judge if a model reads; its scores do not count.",
  }),
};
const guide = guideForm.optional();
const maxTurns = z.number().int().min(3).max(1_000).optional();
const concurrency = z.number().int().min(1).max(50).default(10).meta({ description: "Sessions at once." });

export const playRequest = z
  .strictObject({
    story: named.default("innsmouth"),
    prompt: named.default("baseline"),
    narrator: model,
    ...cast,
    players: z.number().int().min(2).max(5).optional().meta({ description: "Default: drawn." }),
    seed,
    maxTurns,
    guide,
    budget,
  })
  .meta({ id: "PlayRequest" });
export type PlayRequest = z.infer<typeof playRequest>;

const names = z.array(named).max(100).default([]);

export const matrixRequest = z
  .strictObject({
    preset: presetName.optional(),
    stories: names.meta({ description: "With `prompts`, no preset is needed." }),
    prompts: names.meta({ description: "The first is the reference: the others are compared with it." }),
    narrators: names,
    sessions: z.number().int().min(1).max(1_000).optional().meta({ description: "Per combination." }),
    ...cast,
    seed,
    maxTurns,
    guide,
    concurrency,
    budget,
  })
  .meta({ id: "MatrixRequest" });
export type MatrixRequestBody = z.infer<typeof matrixRequest>;

const arm = z
  .strictObject({ prompt: model, narrator: model, guide: guideForm.optional() })
  .default({})
  .meta({ description: "What the arm changes. Empty: nothing." });

export const abRequest = z
  .strictObject({
    checkpoints: z
      .array(
        z.strictObject({
          session: z.string().min(1).max(1_000),
          turn: z.number().int().nonnegative().max(1_000_000),
        }),
      )
      .min(1)
      .max(100),
    a: arm,
    b: arm,
    finding: z.string().min(1).max(200).optional().meta({
      description:
        "The id of a finding of the checkpoint's session: the arm in which it comes back less often wins.",
    }),
    turns: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Of each replay. Default: 5; with `finding`, to two turns after it." }),
    pairs: z.number().int().min(1).max(1_000).default(40).meta({ description: "The maximum." }),
    observer: cast.observer,
    concurrency,
    budget,
  })
  .meta({ id: "AbRequest" });
export type AbRequestBody = z.infer<typeof abRequest>;

/** A larger budget for work that was stopped, or more pairs. */
export const resumeRequest = z
  .strictObject({
    budget: budget.meta({
      description: "USD in total, including what was already spent. Default: unchanged.",
    }),
    pairs: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "The new maximum of pairs of an A/B test." }),
  })
  .meta({ id: "ResumeRequest" });
export type ResumeRequest = z.infer<typeof resumeRequest>;

const range = z.object({ low: z.number(), high: z.number() });

export const startEstimate = estimateView
  .extend({
    /** Sessions, replays or tests. */ count: z.number().int(),
    unit: z.enum(["session", "replay", "test"]),
    /** USD if everything runs to its turn limit. */ atMost: z.number().optional(),
    /** The budget in force: the request's or the server's, whichever is smaller. */ budget: z
      .number()
      .optional(),
    /** Milliseconds. */ time: range.optional(),
    /** What would keep it from starting now, with the remedy. */
    problems: z.array(z.object({ code: z.string(), message: z.string(), remedy: z.string() })),
    /** What the result can show, and other remarks. */ notes: z.array(z.string()),
    /** The same work as a command. */ command: z.string(),
  })
  .meta({ id: "StartEstimate" });
export type StartEstimate = z.infer<typeof startEstimate>;
