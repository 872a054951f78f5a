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
  input: usdPerMillion,
  /** Absent for models without output: embeddings, rerankers. */
  output: usdPerMillion.optional(),
  cacheRead: usdPerMillion.optional(),
  cacheWrite: usdPerMillion.optional(),
  /** The output price of a reply that reasoned, if the vendor prices it separately. */
  outputWhenThinking: usdPerMillion.optional(),
});

/** US dollars per million tokens, with the date and the public table they come from. */
export const price = rates.extend({
  /** Higher rates for requests with more than `aboveInput` input tokens. */
  tiers: z.array(rates.extend({ aboveInput: z.number().int().positive() })).optional(),
  asOf: z.iso.date(),
  source: z.string().min(1),
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

/** One line of the catalog: everything known about a model, as data. */
export const modelEntry = z.strictObject({
  provider: providerName,
  /** The provider's id of the model. */
  id: z.string().min(1),
  kind: modelKind.default("language"),
  /** Tokens that fit into one request, input and output together. Absent: unknown. */
  context: z.number().int().positive().optional(),
  /** 1 to 4, as the playtest groups its players' models; not a rank by price. Absent for the others. */
  tier: z.number().int().min(1).max(4).optional(),
  /** Absent: unknown, which is not the same as free. */
  price: price.optional(),
  /** The same model's name on OpenRouter. */
  openrouter: z.string().optional(),
  /** False if the vendor refuses or ignores a temperature. */
  temperature: z.boolean().default(true),
  /** Reasoning effort, if the vendor offers a choice. Absent: the vendor's default. */
  reasoning: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  /**
   * Tokens added to a role's output cap for reasoning, which counts as output: otherwise none are left for the answer.
   */
  thinkingRoom: z.number().int().nonnegative().default(0),
  /** Shown if the model that answers today differs from the name. */
  note: z.string().optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;
export type ModelEntryInput = z.input<typeof modelEntry>;
