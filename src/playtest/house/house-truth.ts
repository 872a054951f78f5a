/** What a house narrator knows about its own output. It is kept in `truth.jsonl`, a line a turn, and no prompt contains it. */
import { z } from "zod";
import { findingKind } from "../../contract/index.ts";

const planted = z.object({
  /** The narrator that planted it. */
  fault: z.string(),
  kind: z.string(),
  turn: z.number().int().positive(),
  about: z.string().optional(),
  /** Stands in the output exactly so. */
  text: z.string().min(1),
  /** What a reader should find it as; absent: no kind of finding fits. */
  finding: findingKind.optional(),
  /** The telling part of `text`, where all of it is too long to quote. */
  quote: z.string().optional(),
  /** The earlier words that it repeats, contradicts or gives away. */
  against: z.object({ turn: z.number().int().positive(), text: z.string() }).optional(),
});
export type Planted = z.infer<typeof planted>;

export const houseTruth = z.object({
  version: z.literal(1),
  /** What the output does; `again`: it says again what it said before. */
  tells: z.enum(["pulse", "tangent", "clarify", "recap", "again"]),
  /** The id of the guide's pulse that it tells. */
  pulse: z.string().optional(),
  /** What it did about a digression that the relay told it of. */
  aside: z
    .object({
      dealt: z.enum(["woven", "answered", "ignored", "forced"]),
      /** The words with which it did. */
      quote: z.string().optional(),
    })
    .optional(),
  /** Words that stay off the story, so that the digression is not over. */
  lingers: z.string().optional(),
  /** Told to one player alone. */
  secrets: z.array(z.object({ name: z.string(), text: z.string() })),
  payoffs: z.array(z.object({ name: z.string(), told: z.number().int().positive(), text: z.string() })),
  planted: z.array(planted),
});
export type HouseTruth = z.infer<typeof houseTruth>;
