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
  input: usdPerMillion.meta({ description: "Input tokens.", examples: [4] }),
  output: usdPerMillion
    .optional()
    .meta({ description: "Output tokens. Not for embeddings and rerankers.", examples: [20] }),
  cacheRead: usdPerMillion
    .optional()
    .meta({ description: "Input read from the provider's cache.", examples: [0.4] }),
  cacheWrite: usdPerMillion.optional().meta({ description: "Input written to the cache.", examples: [5] }),
  outputWhenThinking: usdPerMillion
    .optional()
    .meta({ description: "Output of a reply that reasoned, if priced separately.", examples: [8] }),
});

/** Our own catalog says where a price comes from and when it was read; a user's price needs neither. */
export const price = rates
  .extend({
    tiers: z
      .array(
        rates.extend({
          aboveInput: z
            .number()
            .int()
            .positive()
            .meta({ description: "The input tokens above which these prices apply.", examples: [200_000] }),
        }),
      )
      .optional()
      .meta({
        description: "Prices of long requests.",
        examples: [[{ aboveInput: 200_000, input: 8, output: 40 }]],
      }),
    asOf: z.iso
      .date()
      .optional()
      .meta({ description: "The date of the price.", examples: ["2026-11-01"] }),
    source: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "The source of the price.", examples: ["our contract"] }),
  })
  .meta({
    description:
      "USD per million tokens. Without it, the cost is unknown (not 0), and a budget refuses the model.",
    examples: [{ input: 4, output: 20 }],
  });
export type Price = z.infer<typeof price>;
export type Rates = z.infer<typeof rates>;

/**
 * A provider's id. The kernel's table of providers lists them, and the settings accept no others. Stored files may name
 * one that only another version knows.
 */
export const providerName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/);

export const modelKind = z.enum(["language", "embedding", "reranking"]);
export type ModelKind = z.infer<typeof modelKind>;

/** What is known of a model. Only `provider` and `id` are required; of a known model, the user changes what differs. */
const fields = {
  provider: providerName,
  id: z
    .string()
    .min(1)
    .meta({ description: "The provider's id of the model.", examples: ["ft:gpt-4o-mini:acme::1"] }),
  kind: modelKind.meta({
    description: "`language`, `embedding` or `reranking`.",
    examples: ["embedding"],
  }),
  context: z
    .number()
    .int()
    .positive()
    .meta({ description: "Tokens per request, input and output together.", examples: [128_000] }),
  tier: z
    .number()
    .int()
    .min(1)
    .max(4)
    .meta({ description: "1 to 4: the playtest's group of player models. Not a price.", examples: [2] }),
  price,
  openrouter: z
    .string()
    .meta({ description: "Its id on OpenRouter.", examples: ["anthropic/claude-opus-4.5"] }),
  temperature: z
    .boolean()
    .meta({ description: "`false`: send no temperature; the model refuses it.", examples: [false] }),
  reasoning: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).meta({
    description: "Reasoning effort: `none`, `minimal`, `low`, `medium`, `high` or `xhigh`.",
    examples: ["low"],
  }),
  thinkingRoom: z
    .number()
    .int()
    .nonnegative()
    .meta({
      description: "Output tokens for reasoning, added to the role's maximum.",
      examples: [2_000],
    }),
  note: z.string().meta({ description: "A remark for reports.", examples: ["our fine-tuned model"] }),
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
export type ModelEntry = z.infer<typeof modelEntry>;
export type ModelEntryInput = z.input<typeof modelEntry>;

/** A model in the settings. It has no defaults: they would overwrite what the catalog knows. */
export const modelSettings = z.strictObject(fields).partial();
