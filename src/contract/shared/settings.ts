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

const connection = z
  .strictObject({
    baseURL: z
      .url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" })
      .refine(
        (url) => !/[?#]|^[^/]*[\\/]+[^\\/?#]*@/.test(url),
        "leave out user, password and query; set keys in the environment",
      )
      .optional()
      .meta({
        description: "The provider's address, for proxies, gateways, local servers and tests.",
        examples: ["http://127.0.0.1:11434/v1"],
      }),
    keyFrom: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]*$/,
        "expected the name of a variable, such as TEAM_KEY, not the key itself",
      )
      .optional()
      .meta({
        description:
          "The environment variable that holds the key, if it is not the provider's usual one. Never write a key into a file.",
        examples: ["TEAM_ANTHROPIC_KEY"],
      }),
  })
  .meta({ description: "The address and key of one provider." });

export const limits = z
  .strictObject({
    concurrency: z
      .number()
      .int()
      .positive()
      .optional()
      .meta({
        description:
          "Maximum number of calls in flight. Halved when the provider answers 429, and raised again as calls succeed.",
        examples: [8],
      }),
    callsPerMinute: z
      .number()
      .int()
      .positive()
      .optional()
      .meta({
        description: "Maximum number of calls started within any 60 seconds, including retries.",
        examples: [50],
      }),
    spacingMs: milliseconds.optional().meta({
      description:
        "Minimum time between the starts of two calls, including retries. Calls may still overlap.",
      examples: [1250],
    }),
  })
  .meta({ description: "Rate limits of one provider, or of one model as `provider/model-id`." });
export type Limits = z.infer<typeof limits>;

const retry = z.strictObject({
  attempts: z
    .number()
    .int()
    .positive()
    .default(6)
    .meta({
      description:
        "Maximum attempts per call, for transient errors: 429, 5xx, 529, connection reset, timeout. Waits that the server requests (`Retry-After`) do not count; `giveUpAfterMs` limits them.",
      examples: [3],
    }),
  reasks: z
    .number()
    .int()
    .nonnegative()
    .default(2)
    .meta({
      description: "How many times to ask again if a reply is empty or does not fit its schema.",
      examples: [1],
    }),
  firstDelayMs: milliseconds.default(1_000).meta({
    description: "The pause before the second attempt. It doubles each time, with jitter.",
    examples: [500],
  }),
  maxDelayMs: milliseconds
    .default(60_000)
    .meta({ description: "The longest pause between two attempts.", examples: [30_000] }),
  giveUpAfterMs: milliseconds.default(600_000).meta({
    description: "Stop retrying a call this long after its first failure.",
    examples: [120_000],
  }),
});
export type RetrySettings = z.infer<typeof retry>;

/**
 * All settings, in one strict schema built for the known providers. Each option has a description and an example;
 * docs/guide/configuration.md is generated from it.
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
        description:
          "The maximum cost of a run, in USD. When it is spent, the run stops with exit code 4 and can be resumed.",
        env: "REHEARSE_BUDGET",
        flag: "--budget",
        examples: [5],
      }),
    via: z
      .enum(["direct", "openrouter"])
      .default("direct")
      .meta({
        description:
          "`openrouter`: call every model that OpenRouter offers through OpenRouter, so that one key is enough.",
        env: "REHEARSE_VIA",
        flag: "--via",
        examples: ["openrouter"],
      }),
    oneKey: z
      .union([z.boolean(), z.enum(providers.oneKey)], {
        error: `expected true, false, or a provider: ${providers.oneKey.join(", ")}`,
      })
      .default(false)
      .meta({
        description:
          "Use one provider's models for every role: a strong one for the narrator, a cheap one for the rest. `true`: the provider that has a key.",
        env: "REHEARSE_ONE_KEY",
        flag: "--one-key",
        examples: ["anthropic"],
      }),
    roles: z
      .partialRecord(role, modelName)
      .default({})
      .meta({
        description:
          "The model for each role: a name from `rehearse models`, or `provider/model-id`. `observer` and `judge` can be `none`.",
        examples: [{ narrator: "grok-4", judge: "opus-4.5" }],
      }),
    narratorHeaders: z
      .record(z.url({ protocol: /^https?$/ }), z.record(z.string(), z.string()))
      .default({})
      .meta({
        description:
          "HTTP headers for your own narrator, by its address. `${NAME}` stands for an environment variable; its value is sent but never stored.",
        examples: [{ "https://example.org/tell": { authorization: "Bearer ${STORY_TOKEN}" } }],
      }),
    maxOutput: z
      .partialRecord(role, z.number().int().positive())
      .default({})
      .meta({
        description: "Maximum output tokens per role. The budget reserves this much before each call.",
        examples: [{ narrator: 2000 }],
      }),
    models: z
      .record(
        modelName,
        modelSettings.extend({
          provider: provider.optional().meta({ description: "The provider.", examples: ["openai"] }),
        }),
      )
      .default({})
      .meta({
        description:
          "Your own models, and changes to known ones, such as another id, your contract's price or a context size.",
        examples: [{ "opus-4.5": { price: { input: 4, output: 20 } } }],
      }),
    providers: z
      .partialRecord(provider, connection)
      .default({})
      .meta({
        description: "Addresses and keys of providers.",
        examples: [{ local: { baseURL: "http://127.0.0.1:11434/v1" } }],
      }),
    limits: z
      .record(limited, limits)
      .default({})
      .meta({
        description:
          "Rate limits, by provider name or `provider/model-id`. Default: 8 calls in flight for each provider.",
        examples: [{ anthropic: { concurrency: 4 }, "anthropic/claude-haiku-4-5": { spacingMs: 1250 } }],
      }),
    retry: retry.prefault({}).meta({ description: "How failed calls are retried." }),
    guide: guideForm.default("notes").meta({
      description:
        "How the narrator gets the story guide. `notes`: its instructions hold the world, the people and the titles of the beats, and each turn adds the beats around the current one. `full`: its instructions hold the whole guide.",
      flag: "--guide",
      examples: ["full"],
    }),
    timeoutMs: z
      .number()
      .int()
      .positive()
      .default(120_000)
      .meta({
        description: "Timeout of one attempt, in milliseconds.",
        env: "REHEARSE_TIMEOUT_MS",
        examples: [60_000],
      }),
    readWithinMs: z
      .number()
      .int()
      .positive()
      .default(60_000)
      .meta({
        description:
          "How long a session waits for the reader, in milliseconds: at its end for each batch of five turns, and with --stop-on after every turn. Turns whose reading comes later count as unread.",
        examples: [20_000],
      }),
    secondLook: modelName.optional().meta({
      description: "The model that confirms the reader's findings. Default: the reader itself.",
      examples: ["haiku"],
    }),
    findings: ownKinds.optional().meta({
      description:
        "Your own kinds of findings, by name. The reader looks for them as for the built-in ones: `is` says what counts, and `not` what only resembles it. Each episode costs `points` in the score. The reader's accuracy on these kinds is not known, and reports say so.",
      examples: [
        {
          "off-brand": {
            is: "the narration praises a product of another company",
            not: "a product that players mention first",
            points: 5,
          },
        },
      ],
    }),
    points: points.prefault({}).meta({
      description:
        "What each kind of problem costs in the score of a session, which is completion × craft; craft is 100 minus the points lost.",
    }),
    retrieval: retrievalSettings.prefault({}).meta({ description: "The retrieval suite." }),
    cacheDir: z
      .string()
      .min(1)
      .default(".rehearse/cache")
      .meta({
        description: "The folder for cached answers of embedders and of the calibrator.",
        env: "REHEARSE_CACHE_DIR",
        examples: ["/var/cache/rehearse"],
      }),
    seed: z
      .union([z.number().int(), z.string()], { error: "expected a whole number or text" })
      .default(1)
      .meta({
        description:
          "The seed for everything random. If it is not set, `play` and `matrix` draw a new seed, print it and record it.",
        env: "REHEARSE_SEED",
        flag: "--seed",
        examples: [42],
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
  /** The user's own narrators whose address held a key. It is not stored: the user names the address again. */
  keyed: z.array(z.string()).optional(),
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
