import { UnpricedBudgetError, type Budget } from "../../budget/index.ts";
import type { Layer } from "./call.ts";
import { MoneyTight } from "./failures.ts";

/** Reserves what an attempt may cost, and settles at what the ledger booked. */
export function budgetLayer({ budget }: { budget: Budget }): Layer {
  return (next) => async (attempt) => {
    const { atMost, model } = attempt.call;
    if (atMost === null) {
      if (budget.cap !== undefined) throw new UnpricedBudgetError({ models: [model.name] });
      return next(attempt);
    }
    const reservation = budget.reserve(atMost);
    if (reservation.kind === "tight") throw new MoneyTight(reservation.room);
    try {
      return await next(attempt);
    } finally {
      reservation.settle(attempt.booked ?? 0);
    }
  };
}
