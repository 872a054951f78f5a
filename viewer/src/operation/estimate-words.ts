/** What an operation would cost, in words. */
import { money } from "../ui/format.ts";

type Range = { low: number; high: number };
/** The data of a dry run, as far as its cost goes. Each operation has more. */
type Planned = {
  known?: Range;
  /** Null: a price is unknown. */ total?: Range | null;
  unpriced?: readonly string[];
  atTurnLimit?: { known: number };
};
export type EstimateData = Planned & {
  estimate?: Planned;
  budget?: number;
  config?: { budget?: number };
};

export type Cost = Range & {
  isPriced: boolean;
  /** The most that can be spent: the budget, or the cost at the turn limit. Null: not known. */
  most: number | null;
};

/** Undefined: nothing is paid for. */
export function costOf(data: EstimateData): Cost | undefined {
  const { known, total, unpriced = [], atTurnLimit } = data.estimate ?? data;
  if (known === undefined) return undefined;
  const isPriced = total !== null && unpriced.length === 0;
  const budget = data.budget ?? data.config?.budget;
  const atMost = Math.max(known.high, atTurnLimit?.known ?? 0);
  const most = isPriced ? Math.min(budget ?? atMost, atMost) : (budget ?? null);
  return { ...known, isPriced, most };
}

export function startWords(cost: Cost | undefined): string {
  if (cost === undefined) return "Start";
  if (cost.most === null) return "Start, cost unknown";
  return cost.most === 0 ? "Start, free" : `Start, up to ${money(cost.most)}`;
}

export function costRange({ low, high, isPriced }: Cost): string {
  if (high === 0) return isPriced ? "Free" : "Cost unknown";
  const range = money(low) === money(high) ? money(low) : `${money(low)} to ${money(high)}`;
  return isPriced ? range : `at least ${range}`;
}
