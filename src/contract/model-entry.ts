import { z } from "zod";
import { price } from "./price.ts";

export const providerName = z.enum([
  "anthropic",
  "xai",
  "deepseek",
  "alibaba",
  "moonshot",
  "openai",
  "voyage",
  "openrouter",
  "local",
  "house",
  /** Somebody's own system: an HTTP endpoint or a module. */
  "outside",
]);
export type ProviderName = z.infer<typeof providerName>;

/** What kind of work a model does. */
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
