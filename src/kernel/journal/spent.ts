import type { Tally } from "../../contract/index.ts";
import { counted } from "../report/index.ts";
import { toPico, toUsd } from "./money.ts";

/** What attempts have cost. Every report takes it from the fold and words it with `spentText`. */
export type Spent = Pick<Tally, "cost" | "unpriced" | "possiblyBilled">;

export const sumOf = (all: readonly Spent[]): Spent => {
  const sum = (of: (spent: Spent) => number) => all.reduce((total, spent) => total + of(spent), 0);
  return {
    cost: toUsd(sum(({ cost }) => toPico(cost))),
    unpriced: sum(({ unpriced }) => unpriced),
    possiblyBilled: {
      attempts: sum(({ possiblyBilled }) => possiblyBilled.attempts),
      atMost: toUsd(sum(({ possiblyBilled }) => toPico(possiblyBilled.atMost))),
      unpriced: sum(({ possiblyBilled }) => possiblyBilled.unpriced),
    },
  };
};

/** Booked and possibly billed together, in USD: what a budget must count as gone. */
export const atMostOf = ({ cost, possiblyBilled }: Pick<Spent, "cost" | "possiblyBilled">): number =>
  toUsd(toPico(cost) + toPico(possiblyBilled.atMost));

/** `$0.4000 at least (1 attempt has no known price); possibly billed: up to $0.2500 more for 2 attempts without an answer` */
export function spentText({ cost, unpriced, possiblyBilled }: Spent, digits = 4): string {
  const money = cost === 0 && unpriced > 0 ? "unknown" : `$${cost.toFixed(digits)}`;
  const prices =
    unpriced > 0
      ? `${money === "unknown" ? "" : " at least"} (${counted(unpriced, "attempt has", "attempts have")} no known price)`
      : "";
  const possibly = possiblyText(possiblyBilled, Math.max(digits, 4));
  return `${money}${prices}${possibly === undefined ? "" : `; ${possibly}`}`;
}

/** Undefined: nothing, or only attempts that a known price makes free. */
export function possiblyText(
  { attempts, atMost, unpriced }: Spent["possiblyBilled"],
  digits = 4,
): string | undefined {
  if (atMost === 0 && unpriced === 0) return undefined;
  const which = `${attempts === 0 ? "attempts" : counted(attempts, "attempt")} without an answer`;
  if (atMost === 0) return `possibly billed: ${which}, at an unknown price`;
  return `possibly billed: up to $${atMost.toFixed(digits)} more for ${which}${unpriced > 0 ? `, and ${unpriced} of them at an unknown price` : ""}`;
}
