/** What reading will cost, in words. */
import { counted } from "../../../kernel/report/index.ts";
import type { ReadingEstimate } from "../../../playtest/index.ts";

export function estimateText({ turns, calls, input, output, usd }: ReadingEstimate, model: string): string {
  const range = ({ low, high }: { low: number; high: number }) => `${numberText(low)} to ${numberText(high)}`;
  const price = usd ? `about $${usd.low.toFixed(3)} to $${usd.high.toFixed(3)}` : "price unknown";
  return `${counted(turns, "turn")} read by ${model}: ${range(calls)} calls, about ${range(input)} tokens in, ${range(output)} out, ${price}.`;
}

const numberText = (value: number): string => Math.round(value).toLocaleString("en");
