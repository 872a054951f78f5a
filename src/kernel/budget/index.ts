import type { Note } from "../../contract/index.ts";
import { toPico, toUsd } from "../journal/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { dollars } from "../report/index.ts";

/**
 * Reservations against a cap. An attempt may start only if money spent, money in flight and its own maximum cost fit
 * under the cap together. So the cap can be exceeded only by as much as attempts in flight cost more than they
 * reserved.
 */
export type Budget = {
  /** The cap in USD; undefined: no cap. */
  readonly cap: number | undefined;
  /**
   * Reserves the most an attempt may cost. `tight`: it does not fit now, but attempts in flight may turn out cheaper;
   * try again once `room` resolves. Throws BudgetSpentError if it cannot fit.
   */
  reserve(atMost: number): Reservation | Tight;
  spent(): number;
};
export type Reservation = {
  kind: "reserved";
  settle(cost: number): void;
};
export type Tight = { kind: "tight"; room: Promise<void> };

export function createBudget({ cap, spent: before = 0 }: { cap?: number; spent?: number } = {}): Budget {
  const limit = cap === undefined ? Infinity : toPico(cap);
  let spent = toPico(before);
  let reserved = 0;
  let inFlight = 0;
  const waiting: Array<{ amount: number; wake: () => void }> = [];

  /** Wakes waiters that fit, in order; wakes all once nothing is in flight, to be admitted or refused. */
  const wake = () => {
    let promised = 0;
    while (waiting.length > 0) {
      const head = waiting[0]!;
      if (inFlight > 0 && spent + reserved + promised + head.amount > limit) return;
      promised += head.amount;
      waiting.shift();
      head.wake();
    }
  };

  return {
    cap,
    reserve(atMost) {
      const amount = toPico(atMost);
      if (amount > 0 && spent + reserved + amount > limit) {
        if (inFlight === 0)
          throw new BudgetSpentError({ cap: toUsd(limit), spent: toUsd(spent), needed: atMost });
        return { kind: "tight", room: new Promise((resolve) => waiting.push({ amount, wake: resolve })) };
      }
      reserved += amount;
      inFlight++;
      return {
        kind: "reserved",
        settle(cost) {
          reserved -= amount;
          inFlight--;
          spent += toPico(cost);
          wake();
        },
      };
    },
    spent: () => toUsd(spent),
  };
}

/** The cap is reached. Not a failure: the run is saved and can be resumed with a larger budget. */
export class BudgetSpentError extends HarnessError {
  /** What the refused call may cost. */
  readonly needed: number;

  constructor({ cap, spent, needed }: { cap: number; spent: number; needed: number }) {
    super({
      code: "budget-spent",
      option: "budget",
      message:
        spent === 0
          ? `The budget of ${dollars(cap)} is too small for the next call, which may cost ${dollars(needed)}.`
          : spent >= cap
            ? `The budget of ${dollars(cap)} is spent, and the next call may cost ${dollars(needed)}.`
            : `The next call may cost ${dollars(needed)}; ${dollars(cap - spent)} is left of the budget of ${dollars(cap)}.`,
      remedy:
        `Everything so far is saved. Resume with a larger ${optionText("budget")}, ` +
        "or allow shorter answers (maxOutput): each call reserves the cost of its longest possible " +
        "answer.",
      exit: 4,
    });
    this.needed = needed;
  }
}

/** A budget cannot be enforced without prices. Reported before the first call. */
export class UnpricedBudgetError extends HarnessError {
  constructor({
    models,
    setting = "A budget",
  }: {
    models: readonly string[];
    /** The setting with the budget, and its place. */
    setting?: string | undefined;
  }) {
    const first = models[0] ?? "";
    super({
      code: "budget-without-price",
      option: "budget",
      message: `${setting} needs prices, and the price of ${models.join(", ")} is unknown.`,
      remedy:
        "Set the price in rehearse.config.ts, in USD per million tokens: " +
        `models: { "${first}": { price: { input: 0, output: 0 } } }; ` +
        `or run without a budget (${optionText("budget")}, or budget in the settings file).`,
    });
  }
}

/** Only its owner knows what a module or an address costs, so a budget allows it and says so. */
export const notInBudget = (name: string): Note => ({
  code: "not-priced",
  text: `the budget does not limit ${name}: the cost of your own system is unknown and not counted`,
});
