import { z } from "zod";
import { formatVersion } from "./format.ts";
import { modelEntry, modelSettings, providerName, role } from "./models.ts";
import { retrievalSettings } from "../retrieval/retrieval-settings.ts";
import { guideForm } from "../playtest/story.ts";
import { ownKinds } from "../playtest/issue.ts";
import { points } from "../playtest/session-metrics.ts";
import { journalMark } from "./journal.ts";

const modelName = z.string().min(1);
const milliseconds = z.number().int().nonnegative();
const positive = z.number().int().positive();

const connection = z.strictObject({
  baseURL: z
    .url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" })
    .refine(
      (url) => !/[?#]|^[^/]*[\\/]+[^\\/?#]*@/.test(url),
      "leave out user, password and query; set keys in the environment",
    )
    .optional()
    .meta({ description: "The address of a proxy, gateway or local server." }),
  keyFrom: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*$/,
      "expected the name of a variable, such as TEAM_KEY, not the key itself",
    )
    .optional()
    .meta({ description: "The key's variable, if not the usual one." }),
});

export const limits = z.strictObject({
  concurrency: positive
    .optional()
    .meta({ description: "Calls in flight; halved after a 429, then raised again." }),
  callsPerMinute: positive.optional().meta({ description: "Calls started per minute, retries included." }),
  spacingMs: milliseconds.optional().meta({ description: "Time between the starts of two calls." }),
});
export type Limits = z.infer<typeof limits>;

const retry = z.strictObject({
  attempts: positive.default(6).meta({
    description:
      "Attempts per call, for 429, 5xx, lost connections and timeouts. Waits by `Retry-After` are limited by `giveUpAfterMs` alone.",
  }),
  reasks: z
    .number()
    .int()
    .nonnegative()
    .default(2)
    .meta({ description: "Repeated questions after an empty or invalid reply." }),
  firstDelayMs: milliseconds.default(1_000).meta({ description: "The first pause; it doubles each time." }),
  maxDelayMs: milliseconds.default(60_000).meta({ description: "The longest pause." }),
  giveUpAfterMs: milliseconds.default(600_000).meta({ description: "Time for all attempts and waits." }),
});
export type RetrySettings = z.infer<typeof retry>;

/**
 * All settings, in one strict schema built for the known providers. docs/guide/configuration.md is generated from it:
 * every option has a description, and an example if its shape is not obvious.
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
      .meta({ description: "Stops a run, resumably, at this cost in USD.", env: "REHEARSE_BUDGET" }),
    via: z.enum(["direct", "openrouter"]).default("direct").meta({
      description: "`openrouter`: calls models through OpenRouter, with one key.",
      env: "REHEARSE_VIA",
    }),
    oneKey: z
      .union([z.boolean(), z.enum(providers.oneKey)], {
        error: `expected true, false, or a provider: ${providers.oneKey.join(", ")}`,
      })
      .default(false)
      .meta({
        description: "One provider for every role; `true`: the one whose key is set.",
        env: "REHEARSE_ONE_KEY",
      }),
    roles: z.partialRecord(role, modelName).default({}).meta({
      description:
        "The model per role; `observer`, `judge` and `embedder` can be `none` (no embedder: BM25).",
    }),
    narratorHeaders: z
      .record(z.url({ protocol: /^https?$/ }), z.record(z.string(), z.string()))
      .default({})
      .meta({
        description: "HTTP headers for your own narrator; variables are not stored.",
        examples: [{ "https://example.org/tell": { authorization: "Bearer ${STORY_TOKEN}" } }],
      }),
    maxOutput: z.partialRecord(role, positive).default({}).meta({
      description: "Maximum output tokens per role, which a budget reserves.",
    }),
    models: z
      .record(
        modelName,
        modelSettings.extend({
          provider: provider.optional().meta({ description: "With `id`, required for a new name." }),
        }),
      )
      .default({})
      .meta({
        description: "Your own models, and changes to known ones.",
        examples: [{ "opus-4.5": { price: { input: 4, output: 20 } } }],
      }),
    providers: z
      .partialRecord(provider, connection)
      .default({})
      .meta({
        examples: [{ local: { baseURL: "http://127.0.0.1:11434/v1" } }],
      }),
    limits: z
      .record(limited, limits)
      .default({})
      .meta({
        description: "By provider or `provider/model-id`. Default: 8 calls in flight.",
        examples: [{ anthropic: { concurrency: 4 }, "anthropic/claude-haiku-4-5": { spacingMs: 1250 } }],
      }),
    retry: retry.prefault({}),
    guide: guideForm.default("notes").meta({
      description: "How the narrator gets the story: `notes` per turn, or `full`.",
    }),
    timeoutMs: positive
      .default(120_000)
      .meta({ description: "Timeout of one attempt.", env: "REHEARSE_TIMEOUT_MS" }),
    secondLook: modelName.optional().meta({ description: "The second look's model, if not the reader." }),
    findings: ownKinds.optional().meta({
      description: "Your own kinds. The reader's accuracy on them is unknown.",
      examples: [
        {
          "off-brand": {
            is: "praise of another company's product",
            not: "a product that players mentioned",
          },
        },
      ],
    }),
    points: points
      .prefault({})
      .meta({ description: "What problems cost of 100 points, per episode unless stated." }),
    retrieval: retrievalSettings.prefault({}),
    cacheDir: z.string().min(1).default(".rehearse/cache").meta({
      description: "Cached embeddings.",
      env: "REHEARSE_CACHE_DIR",
    }),
    seed: z
      .union([z.number().int(), z.string()], { error: "expected a whole number or text" })
      .default(1)
      .meta({
        description: "Seeds everything random; if unset, `play` and `matrix` draw one.",
        env: "REHEARSE_SEED",
      }),
  });
};
export type Settings = z.infer<ReturnType<typeof settingsFor>>;
export interface SettingsInput extends z.input<ReturnType<typeof settingsFor>> {}

/** What a run begins with and keeps, also when it is resumed with another config: its prices and points. */
export const pinned = z.object({
  /** By the names that the run uses. */
  models: z.record(z.string(), modelEntry),
  limits: z.record(z.string(), limits),
  maxOutput: z.partialRecord(role, z.number().int().positive()),
  /** One experiment has one table. Absent: a recording, which has its own. */
  points: points.optional(),
  /** Sessions played at once. */
  concurrency: z.number().int().positive().optional(),
  /** The providers' addresses; null: the default. Compared on resume, otherwise unused. */
  addresses: z.record(providerName, z.string().nullable()),
});
export type Pinned = z.infer<typeof pinned>;

/** `run.json` of a run without turns: what it started with, and how much was in its journal. */
export const runRecord = z.object({
  version: z.literal(formatVersion),
  pinned,
  /** The latest budget, in USD. */
  budget: z.number().positive().optional(),
  journal: journalMark,
});
export type RunRecord = z.infer<typeof runRecord>;
