/** What a house narrator planted and did on purpose, a line of `truth.jsonl` each turn. No prompt contains it. */
import { join } from "node:path";
import { z } from "zod";
import { kindName, quote, readingContent } from "../../contract/index.ts";
import { exists, readLineLog } from "../../kernel/store/index.ts";

const planted = z.object({
  /** The finding that a reader should make of it. */
  finding: kindName,
  /** Verbatim in the output. */
  text: z.string().min(1),
  /** The earlier words that it repeats, contradicts, reveals or ignores. */
  against: quote.optional(),
  /** Of a leak: who was told alone. */
  seat: z.number().int().optional(),
});
export type Planted = z.infer<typeof planted>;

export const houseTruth = z.object({
  version: z.literal(2),
  planted: z.array(planted),
  /** Does it tell a beat for the first time, or the end? */
  movesOn: z.boolean(),
  /** Does it deal with the digression that the relay mentioned? */
  noticed: z.boolean(),
  returned: readingContent.shape.digression.shape.returned,
  payoffs: readingContent.shape.payoffs,
});
export type HouseTruth = z.infer<typeof houseTruth>;

export const TRUTH_FILE = "truth.jsonl";

/** The lines of the file as they were parsed, by turn. */
export type Truth = ReadonlyMap<number, unknown>;

export function readTruth(dir: string): Map<number, unknown> {
  const path = join(dir, TRUTH_FILE);
  const lines = new Map<number, unknown>();
  if (exists(path))
    readLineLog(path, ({ value }) => {
      if (typeof value.turn === "number") lines.set(value.turn, value);
    });
  return lines;
}
