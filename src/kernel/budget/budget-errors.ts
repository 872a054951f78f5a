import { HarnessError } from "../errors/index.ts";

/** The cap is reached. Not a failure: the run is saved and goes on with a larger budget. */
export class BudgetSpentError extends HarnessError {
  constructor({ cap, spent, needed }: { cap: number; spent: number; needed: number }) {
    super({
      code: "budget-spent",
      message:
        spent === 0
          ? `The budget of ${usd(cap)} is too small for the next call, which may cost ${usd(needed)}.`
          : `The budget of ${usd(cap)} is spent: ${usd(spent)} spent, and the next call may cost ${usd(needed)}.`,
      remedy:
        "Everything so far is saved. Resume with a larger --budget, or allow shorter answers (maxOutput): each call reserves the cost of its longest possible answer.",
      exit: 4,
    });
  }
}

/** A cap cannot be kept by a model whose price nobody told us: said before the first call. */
export class UnpricedBudgetError extends HarnessError {
  constructor({ models }: { models: readonly string[] }) {
    const first = models[0] ?? "";
    super({
      code: "budget-without-price",
      message: `A budget needs prices, and none is known for ${models.join(", ")}.`,
      remedy:
        "Give the price in rehearse.config.ts, in USD per million tokens: " +
        `models: { "${first}": { price: { input: 0, output: 0, asOf: "2026-11-15", source: "own" } } }; or leave --budget out.`,
    });
  }
}

const usd = (amount: number) => `$${amount.toFixed(amount !== 0 && amount < 1 ? 6 : 2)}`;
