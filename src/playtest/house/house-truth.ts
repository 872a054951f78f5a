/**
 * A house narrator's ground truth about its own output. It is stored in `truth.jsonl`, one line a turn, and no prompt
 * contains it.
 */
import { z } from "zod";
import { kindName } from "../../contract/index.ts";

const planted = z.object({
  /** The narrator that planted it. */
  fault: z.string(),
  kind: z.string(),
  turn: z.number().int().positive(),
  about: z.string().optional(),
  /** Verbatim in the output. */
  text: z.string().min(1),
  /** The expected finding; absent: no kind fits. */
  finding: kindName.optional(),
  /** The characteristic part of `text`, if it is too long to quote. */
  quote: z.string().optional(),
  /** The earlier words that it repeats, contradicts or reveals. */
  against: z.object({ turn: z.number().int().positive(), text: z.string() }).optional(),
});
export type Planted = z.infer<typeof planted>;

export const houseTruth = z.object({
  version: z.literal(1),
  /** The type of the output; `again`: it repeats an earlier output. */
  tells: z.enum(["pulse", "tangent", "clarify", "recap", "again"]),
  /** What it did about a digression that the relay mentioned. */
  aside: z
    .object({
      dealt: z.enum(["woven", "answered", "ignored", "forced"]),
      /** The words that did it. */
      quote: z.string().optional(),
    })
    .optional(),
  /** Words that stay off the story, so that the digression continues. */
  lingers: z.string().optional(),
  payoffs: z.array(z.object({ name: z.string(), told: z.number().int().positive(), text: z.string() })),
  planted: z.array(planted),
});
export type HouseTruth = z.infer<typeof houseTruth>;
