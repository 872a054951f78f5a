import { z } from "zod";

/** Who is speaking: a suite names a role, the catalog and the settings say which model plays it. */
export const role = z.enum([
  "narrator",
  "player",
  "spokesperson",
  "classifier",
  "observer",
  "judge",
  "reranker",
  "embedder",
  "calibrator",
  "target",
]);
export type Role = z.infer<typeof role>;

const usdPerMillion = z.number().nonnegative();

const rates = z.strictObject({
  input: usdPerMillion,
  /** Absent for models that only read: embeddings, rerankers. */
  output: usdPerMillion.optional(),
  cacheRead: usdPerMillion.optional(),
  cacheWrite: usdPerMillion.optional(),
  /** What all output costs in a reply that reasoned, where the vendor prices that apart. */
  outputWhenThinking: usdPerMillion.optional(),
});

/** US dollars per million tokens, with the day and the public table they were read from. */
export const price = rates.extend({
  /** Dearer rates for requests whose input is larger than `aboveInput` tokens. */
  tiers: z.array(rates.extend({ aboveInput: z.number().int().positive() })).optional(),
  asOf: z.iso.date(),
  source: z.string().min(1),
});
export type Price = z.infer<typeof price>;
export type Rates = z.infer<typeof rates>;

/**
 * A provider's id. Which there are says the kernel's table of providers; the settings take no others. Stored files
 * may name one that only another version knows.
 */
export const providerName = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/);

export const modelKind = z.enum(["language", "embedding", "reranking"]);
export type ModelKind = z.infer<typeof modelKind>;

/** One line of the catalog: everything known about a model, as data. */
export const modelEntry = z.strictObject({
  provider: providerName,
  /** The id that the provider is asked for. */
  id: z.string().min(1),
  kind: modelKind.default("language"),
  /** Tokens that fit into one request, input and output together. Absent: unknown. */
  context: z.number().int().positive().optional(),
  /** 1 to 4, as the playtest groups its players' models; not a rank by price. Absent for the others. */
  tier: z.number().int().min(1).max(4).optional(),
  /** Absent: unknown, which is not the same as free. */
  price: price.optional(),
  /** The same model's name at OpenRouter. */
  openrouter: z.string().optional(),
  /** False where the vendor refuses or ignores a temperature. */
  temperature: z.boolean().default(true),
  /** How hard to think, where the vendor lets one choose. Absent: the vendor's own default. */
  reasoning: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  /** Tokens added to a role's output cap for thinking, which counts as output: without them none is left to answer. */
  thinkingRoom: z.number().int().nonnegative().default(0),
  /** Said where the name and the model that answers today differ. */
  note: z.string().optional(),
});
export type ModelEntry = z.infer<typeof modelEntry>;
export type ModelEntryInput = z.input<typeof modelEntry>;
