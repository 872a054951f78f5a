import type { Price, Rates, Usage } from "../../../contract/index.ts";
import { picoFor, toUsd } from "../../journal/index.ts";

export function costOf(usage: Usage, price: Price): { cost: number; saved: number } {
  const input = usage.input ?? 0;
  const cacheRead = usage.cacheRead ?? 0;
  const cacheWrite = usage.cacheWrite ?? 0;
  const rates = ratesFor(input, price);
  const outputRate = ((usage.reasoning ?? 0) > 0 ? rates.outputWhenThinking : undefined) ?? rates.output ?? 0;
  const uncached = Math.max(0, input - cacheRead - cacheWrite);
  const inputCost =
    picoFor(uncached, rates.input) +
    picoFor(cacheRead, rates.cacheRead ?? rates.input) +
    picoFor(cacheWrite, rates.cacheWrite ?? rates.input);
  return {
    cost: toUsd(inputCost + picoFor(usage.output ?? 0, outputRate)),
    saved: toUsd(picoFor(uncached + cacheRead + cacheWrite, rates.input) - inputCost),
  };
}

/** The most a request can cost if the estimate of its input holds: the highest rate that may apply to each part. */
export function mostItCosts(
  { input, maxOutput }: { input: number; maxOutput: number },
  price: Price,
): number {
  const rates = ratesFor(input, price);
  const inputRate = Math.max(rates.input, rates.cacheWrite ?? 0);
  const outputRate = Math.max(rates.output ?? 0, rates.outputWhenThinking ?? 0);
  return toUsd(picoFor(input, inputRate) + picoFor(maxOutput, outputRate));
}

/** A higher tier prices the whole request, as vendors do, not only the tokens above its bound. */
function ratesFor(input: number, price: Price): Rates {
  const tiers = [...(price.tiers ?? [])].sort((a, b) => b.aboveInput - a.aboveInput);
  return tiers.find(({ aboveInput }) => input > aboveInput) ?? price;
}

/**
 * Estimates tokens from bytes. Real tokenisers differ by vendor and are megabytes each; 3.5 bytes a token slightly
 * overestimates English and Chinese, which is safe for reservations and context checks. Estimated counts are always
 * marked.
 */
const BYTES_PER_TOKEN = 3.5;

/** Tokens of a message besides its text: role and separators. */
export const TOKENS_PER_MESSAGE = 4;

export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
