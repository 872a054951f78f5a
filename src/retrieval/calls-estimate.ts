/** What planned calls of a model may cost. */
import type { Price } from "../contract/index.ts";
import { costOf } from "../kernel/models/index.ts";

type Range = { low: number; high: number };

export type CallsEstimate = {
  calls: number;
  /** Tokens of all calls together. */
  input: Range;
  output: Range;
  /** In USD; null if the price is unknown. */
  usd: Range | null;
};

/** Call by call: a vendor's price may depend on the length of a request. */
export function pricedCalls(
  { calls, input, output }: Omit<CallsEstimate, "usd">,
  price: Price | undefined,
): CallsEstimate {
  if (price === undefined) return { calls, input, output, usd: null };
  const cost = (end: "low" | "high") =>
    calls === 0 ? 0 : calls * costOf({ input: input[end] / calls, output: output[end] / calls }, price).cost;
  return { calls, input, output, usd: { low: cost("low"), high: cost("high") } };
}
