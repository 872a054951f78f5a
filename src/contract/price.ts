import { z } from "zod";

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
