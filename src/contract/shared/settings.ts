import { z } from "zod";
import { modelEntry, providerName, role } from "./models.ts";
import { retrievalSettings } from "../retrieval/retrieval-settings.ts";
import { guideForm } from "../playtest/story.ts";
import { journalMark } from "./journal.ts";

const weight = (standard: number, description: string) =>
  z
    .number()
    .nonnegative()
    .default(standard)
    .meta({ description, examples: [standard * 2 || 10] });

/** How much each part of a session counts in its score. */
export const scoreWeights = z.strictObject({
  completion: weight(40, "Pulses told, of those expected; once the session is over."),
  efficiency: weight(
    10,
    "Turns for each pulse: full up to 2, nothing from 6 on; once the session is over, times the part of the story told.",
  ),
  evenness: weight(
    5,
    "Whether the pulses came at one pace; once the session is over, times the part of the story told.",
  ),
  recovery: weight(10, "Tangents from which the narrator returned."),
  segues: weight(10, "How natural those returns were, 1 to 5."),
  soundness: weight(
    25,
    "Turns that failures lasted, for every ten: full without any, half with one, a third with two. A stall lasts until the story moves on.",
  ),
  payoffs: weight(5, "Private moments that came back, and were not told to everybody before."),
  relay: weight(
    0,
    "Wishes that the spokesperson passed on. Of no weight unless you give it one: it tests the players, not the narrator.",
  ),
  quality: weight(40, "The judge's scores, once there are any."),
});
export type ScoreWeights = z.infer<typeof scoreWeights>;

const modelName = z.string().min(1);
const milliseconds = z.number().int().nonnegative();

const connection = z
  .strictObject({
    baseURL: z
      .url({ protocol: /^https?$/, error: "give an address that begins with http:// or https://" })
      .refine(
        (url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === "",
        "leave user and password out: keys belong in the environment",
      )
      .optional()
      .meta({
        description: "Where the provider is reached: for proxies, gateways, local servers and tests.",
        examples: ["http://127.0.0.1:11434/v1"],
      }),
    keyFrom: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]*$/,
        "give the name of a variable, such as TEAM_KEY; the key itself does not belong here",
      )
      .optional()
      .meta({
        description:
          "The environment variable that holds the key, where it is not the provider's usual one. Keys themselves never stand in a file.",
        examples: ["TEAM_ANTHROPIC_KEY"],
      }),
  })
  .meta({ description: "How one provider is reached." });

export const limits = z
  .strictObject({
    concurrency: z
      .number()
      .int()
      .positive()
      .optional()
      .meta({
        description:
          "Calls in flight at once. Halved when the provider answers 429, and raised again as calls succeed.",
        examples: [8],
      }),
    callsPerMinute: z
      .number()
      .int()
      .positive()
      .optional()
      .meta({
        description: "Call starts within any 60 seconds, retries included.",
        examples: [50],
      }),
    spacingMs: milliseconds.optional().meta({
      description: "Least time between two call starts, retries included. Calls overlap all the same.",
      examples: [1250],
    }),
  })
  .meta({ description: "How fast one provider, or one model as `provider/model-id`, may be called." });
export type Limits = z.infer<typeof limits>;

const retry = z.strictObject({
  attempts: z
    .number()
    .int()
    .positive()
    .default(6)
    .meta({
      description: "Attempts for one call while the faults are transient: 429, 5xx, 529, a reset, a timeout.",
      examples: [3],
    }),
  reasks: z
    .number()
    .int()
    .nonnegative()
    .default(2)
    .meta({
      description: "How often a reply that does not fit its schema, or is empty, is asked for again.",
      examples: [1],
    }),
  firstDelayMs: milliseconds.default(1_000).meta({
    description: "The first pause before another attempt; it doubles each time, and is jittered.",
    examples: [500],
  }),
  maxDelayMs: milliseconds
    .default(60_000)
    .meta({ description: "The longest such pause.", examples: [30_000] }),
  giveUpAfterMs: milliseconds.default(600_000).meta({
    description: "How long after its first failure a call is still tried.",
    examples: [120_000],
  }),
});
export type RetrySettings = z.infer<typeof retry>;

/**
 * Everything that can be set, in one strict schema for the providers there are. Each option says what it is for and
 * shows an example; docs/guide/configuration.md is made from it.
 */
export const settingsFor = (providers: { ids: readonly string[]; oneKey: readonly string[] }) => {
  const provider = z.enum(providers.ids);
  /** A provider, or one of its models. */
  const limited = z
    .string()
    .refine((name) => providers.ids.some((id) => name === id || name.startsWith(`${id}/`)));
  return z.strictObject({
    budget: z
      .number()
      .positive()
      .optional()
      .meta({
        description: "The most a run may cost, in USD. Reached: the run ends resumably, with exit code 4.",
        env: "REHEARSE_BUDGET",
        flag: "--budget",
        examples: [5],
      }),
    via: z
      .enum(["direct", "openrouter"])
      .default("direct")
      .meta({
        description:
          "`openrouter` sends every model that OpenRouter has through it, so that one key is enough.",
        env: "REHEARSE_VIA",
        flag: "--via",
        examples: ["openrouter"],
      }),
    oneKey: z
      .union([z.boolean(), provider], {
        error: `expected true, false, or a provider: ${providers.oneKey.join(", ")}`,
      })
      .default(false)
      .meta({
        description:
          "Use one provider's models for every role: a strong one for the narrator, a cheap one for the rest. `true`: the provider whose key is set.",
        env: "REHEARSE_ONE_KEY",
        flag: "--one-key",
        examples: ["anthropic"],
      }),
    roles: z
      .partialRecord(role, modelName)
      .default({})
      .meta({
        description: "Which model plays a role, by its name in the catalog or as `provider/model-id`.",
        examples: [{ narrator: "grok-4", judge: "opus-4.5" }],
      }),
    maxOutput: z
      .partialRecord(role, z.number().int().positive())
      .default({})
      .meta({
        description: "The most tokens a role may answer with. A budget reserves as much.",
        examples: [{ narrator: 2000 }],
      }),
    models: z
      .record(modelName, modelEntry.extend({ provider }).partial())
      .default({})
      .meta({
        description:
          "Own models, and changes to known ones: another id, your contract's price, a context size.",
        examples: [
          { "opus-4.5": { price: { input: 4, output: 20, asOf: "2026-11-01", source: "our contract" } } },
        ],
      }),
    providers: z
      .partialRecord(provider, connection)
      .default({})
      .meta({
        description: "How providers are reached.",
        examples: [{ local: { baseURL: "http://127.0.0.1:11434/v1" } }],
      }),
    limits: z
      .record(limited, limits)
      .default({})
      .meta({
        description:
          "How fast providers may be called, by provider name or `provider/model-id`. Unset: 8 calls at once each.",
        examples: [{ anthropic: { concurrency: 4 }, "anthropic/claude-haiku-4-5": { spacingMs: 1250 } }],
      }),
    retry: retry.prefault({}).meta({ description: "What happens when a call fails." }),
    guide: guideForm.default("notes").meta({
      description:
        "How a model that narrates is told the story guide. `notes`: the world, the people and the titles of the beats in its instructions, and with each turn the beats around the current one. `full`: the whole guide in its instructions.",
      flag: "--guide",
      examples: ["full"],
    }),
    timeoutMs: z
      .number()
      .int()
      .positive()
      .default(120_000)
      .meta({
        description: "After how long one attempt is ended, even if the provider never answers.",
        env: "REHEARSE_TIMEOUT_MS",
        examples: [60_000],
      }),
    classifyWithinMs: z
      .number()
      .int()
      .positive()
      .default(20_000)
      .meta({
        description:
          "How long a playtest's turn waits for a model to classify the narrator's output. After an unusable answer the model is asked once more: the first call may take half of this time, the second the rest, retries included. After that the rules decide and choose the narrowest audience.",
        examples: [5_000],
      }),
    readWithinMs: z
      .number()
      .int()
      .positive()
      .default(60_000)
      .meta({
        description:
          "How long a playtest waits for the reading of turn N before it starts turn N+2, and for the last readings at the end. A later reading leaves its turn unread.",
        examples: [20_000],
      }),
    secondLook: modelName.optional().meta({
      description: "Which model confirms what the reader of a playtest found. Unset: the reader itself.",
      examples: ["haiku"],
    }),
    scoreWeights: scoreWeights.prefault({}).meta({
      description:
        "How much each part of a playtest counts in its score of 0 to 100. Only their ratios matter; a part that is missing is left out, and the others take its share.",
    }),
    retrieval: retrievalSettings.prefault({}).meta({ description: "The retrieval suite." }),
    cacheDir: z
      .string()
      .min(1)
      .default(".rehearse/cache")
      .meta({
        description:
          "Where answers that may be used again are kept: embeddings always, others only where a command asks for it.",
        env: "REHEARSE_CACHE_DIR",
        examples: ["/var/cache/rehearse"],
      }),
    seed: z
      .union([z.number().int(), z.string()], { error: "give a whole number or a text" })
      .default(1)
      .meta({
        description:
          "What everything random is drawn from. Where nobody sets it, `play` draws a seed for each session, prints it and records it.",
        env: "REHEARSE_SEED",
        flag: "--seed",
        examples: [42],
      }),
  });
};
export type Settings = z.infer<ReturnType<typeof settingsFor>>;
export type SettingsInput = z.input<ReturnType<typeof settingsFor>>;

/** What a run meters with, pinned when it begins: a resume without its config spends by the same prices. */
export const pinned = z.object({
  /** By the names that the run uses. */
  models: z.record(z.string(), modelEntry),
  limits: z.record(z.string(), limits),
  maxOutput: z.partialRecord(role, z.number().int().positive()),
  /** Sessions played at once, where there are many. */
  concurrency: z.number().int().positive().optional(),
  /** Where its providers were reached; null: at their own address. Compared on resume, and never used. */
  addresses: z.record(providerName, z.string().nullable()),
});
export type Pinned = z.infer<typeof pinned>;

/** `run.json` of a run that has no turns to tell what it began with, and how much was in its journal. */
export const runRecord = z.object({
  version: z.literal(1),
  pinned,
  /** The budget that was last in force, in USD. */
  budget: z.number().positive().optional(),
  journal: journalMark,
});
export type RunRecord = z.infer<typeof runRecord>;
