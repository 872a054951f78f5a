import { z } from "zod";
import { operatorName } from "../../../contract/index.ts";
import type { Bank } from "../operator.ts";
import stored from "./bank.json" with { type: "json" };

const bankFile = z.object({
  segues: z.array(z.string()),
  contradictions: z.array(z.object({ kind: operatorName, first: z.string(), later: z.string() })),
  loops: z.array(z.object({ first: z.string(), again: z.string() })),
});
export type IndependentBank = z.infer<typeof bankFile>;

/** One half: every other entry, so that each has the same kinds. */
export function independentBank(bank: Bank): IndependentBank {
  const { segues, contradictions, loops } = bankFile.parse(stored);
  const half = <T>(list: readonly T[]): T[] =>
    list.filter((_, index) => index % 2 === (bank === "fit" ? 0 : 1));
  return { segues: half(segues), contradictions: half(contradictions), loops: half(loops) };
}
