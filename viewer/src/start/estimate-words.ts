/** An estimate in words: what the button says, and the facts beside it. */
import type { StartEstimate } from "../../../src/contract/index.ts";
import { duration, money } from "../ui/format.ts";

type Estimate = Pick<StartEstimate, "low" | "high" | "atMost" | "budget" | "unpriced" | "count" | "unit">;

/** The most that can be spent: the budget, or the cost at the turn limit. Null: a price is unknown and there is no budget. */
export function mostOf({ high, atMost = high, budget, unpriced }: Estimate): number | null {
  if (budget !== undefined) return unpriced.length > 0 ? budget : Math.min(budget, Math.max(high, atMost));
  return unpriced.length > 0 ? null : Math.max(high, atMost);
}

export function startWords(estimate: Estimate): string {
  const most = mostOf(estimate);
  if (most === null) return "Start, cost unknown";
  return most === 0 ? "Start, free" : `Start, up to ${money(most)}`;
}

export const costRange = ({ low, high, unpriced }: Estimate): string => {
  if (high === 0 && unpriced.length === 0) return "Free";
  if (high === 0) return "Cost unknown";
  const range = money(low) === money(high) ? money(low) : `${money(low)} to ${money(high)}`;
  return unpriced.length > 0 ? `at least ${range}` : range;
};

export function estimateFacts(estimate: StartEstimate): Array<{ name: string; value: string }> {
  const { count: many, unit, calls, time, budget, atMost, high } = estimate;
  return [
    { name: `${unit[0]!.toUpperCase()}${unit.slice(1)}s`, value: many.toLocaleString("en") },
    ...(calls > 0 ? [{ name: "Model calls", value: `up to ${calls.toLocaleString("en")}` }] : []),
    ...(time ? [{ name: "Time", value: timeWords(time) }] : []),
    ...(atMost !== undefined && atMost > high
      ? [{ name: "If all run to the turn limit", value: `up to ${money(atMost)}` }]
      : []),
    ...(budget === undefined ? [] : [{ name: "Budget", value: money(budget) }]),
  ];
}

const timeWords = ({ low, high }: { low: number; high: number }): string =>
  high < 1_000 ? "less than a second" : `${duration(low)} to ${duration(high)}`;
