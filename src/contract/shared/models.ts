import { z } from "zod";

/** The role of a call: a suite names a role, the catalog and the settings choose its model. */
export const role = z.enum([
  "narrator",
  "player",
  "spokesperson",
  "classifier",
  "observer",
  "judge",
  /** Reads a RAG system's answers. */
  "reader",
  "reranker",
  "embedder",
  "calibrator",
  "target",
]);
export type Role = z.infer<typeof role>;

const usdPerMillion = z.number().nonnegative();

const rates = z.strictObject({
  input: usdPerMillion.meta({ description: "Input." }),
  output: usdPerMillion.optional().meta({ description: "Output." }),
  cacheRead: usdPerMillion.optional().meta({ description: "Cached input." }),
  cacheWrite: usdPerMillion.optional().meta({ description: "Input written to a cache." }),
  outputWhenThinking: usdPerMillion.optional().meta({ description: "Output of replies that reasoned." }),
});

/** Our own catalog says where a price comes from and when it was read; a user's price needs neither. */
export const price = rates
  .extend({
    tiers: z
      .array(rates.extend({ aboveInput: z.number().int().positive() }))
      .optional()
      .meta({
        description: "Prices of requests with more input.",
        examples: [[{ aboveInput: 200_000, input: 8, output: 40 }]],
      }),
    asOf: z.iso.date().optional().meta({ description: "Its date." }),
    source: z.string().min(1).optional().meta({ description: "Its source." }),
  })
  .meta({
    description: "USD per million tokens. Without it, the cost is unknown, and budgets refuse the model.",
  });
export type Price = z.infer<typeof price>;
export type Rates = z.infer<typeof rates>;

/**
 * A provider's id. The kernel's table of providers lists them, and the settings accept no others. Stored files may name
 * one that only another version knows.
 */
export const providerName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/);

export const modelKind = z.enum(["language", "embedding"]);
export type ModelKind = z.infer<typeof modelKind>;

/** What is known of a model. Only `provider` and `id` are required; of a known model, the user changes what differs. */
const fields = {
  provider: providerName,
  id: z
    .string()
    .min(1)
    .meta({ description: "The provider's name for it.", examples: ["ft:gpt-4o-mini:acme::1"] }),
  kind: modelKind.meta({ description: "`language` or `embedding`." }),
  context: z.number().int().positive().meta({ description: "Tokens per request, output included." }),
  tier: z.number().int().min(1).max(4).meta({ description: "Group of player models, 1 to 4." }),
  price,
  openrouter: z.string().meta({ description: "Its id on OpenRouter." }),
  temperature: z.boolean().meta({ description: "`false`: the model does not accept one." }),
  reasoning: z
    .enum(["none", "minimal", "low", "medium", "high", "xhigh"])
    .meta({ description: "`none`, `minimal`, `low`, `medium`, `high` or `xhigh`." }),
  thinkingRoom: z.number().int().nonnegative().meta({ description: "Output tokens added for reasoning." }),
  note: z.string().meta({ description: "A remark for reports." }),
};

/** One line of the catalog: everything known about a model, as data. */
export const modelEntry = z.strictObject({
  ...fields,
  kind: fields.kind.default("language"),
  context: fields.context.optional(),
  tier: fields.tier.optional(),
  price: price.optional(),
  openrouter: fields.openrouter.optional(),
  temperature: fields.temperature.default(true),
  reasoning: fields.reasoning.optional(),
  thinkingRoom: fields.thinkingRoom.default(0),
  note: fields.note.optional(),
});
export interface ModelEntry extends z.infer<typeof modelEntry> {}
export type ModelEntryInput = z.input<typeof modelEntry>;

/** A model in the settings. It has no defaults: they would overwrite what the catalog knows. */
export const modelSettings = z.strictObject(fields).partial();
