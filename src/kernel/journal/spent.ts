import type { Tally } from "../../contract/index.ts";
import { counted } from "../report/index.ts";
import { toPico, toUsd } from "./money.ts";

/** What attempts have cost. Every report takes it from the fold and words it with `spentText`. */
export type Spent = Pick<Tally, "cost" | "unpriced" | "possiblyBilled" | "recorded">;

export const sumOf = (all: readonly Spent[]): Spent => {
  const sum = (of: (spent: Spent) => number) => all.reduce((total, spent) => total + of(spent), 0);
  const attempts = sum(({ recorded }) => recorded?.attempts ?? 0);
  return {
    cost: toUsd(sum(({ cost }) => toPico(cost))),
    unpriced: sum(({ unpriced }) => unpriced),
    possiblyBilled: {
      attempts: sum(({ possiblyBilled }) => possiblyBilled.attempts),
      atMost: toUsd(sum(({ possiblyBilled }) => toPico(possiblyBilled.atMost))),
      unpriced: sum(({ possiblyBilled }) => possiblyBilled.unpriced),
    },
    ...(attempts > 0 && {
      recorded: {
        attempts,
        cost: toUsd(sum(({ recorded }) => toPico(recorded?.cost ?? 0))),
        unpriced: sum(({ recorded }) => recorded?.unpriced ?? 0),
      },
    }),
  };
};

/** Booked and possibly billed together, in USD: what a budget must count as gone. */
export const atMostOf = ({ cost, possiblyBilled }: Pick<Spent, "cost" | "possiblyBilled">): number =>
  toUsd(toPico(cost) + toPico(possiblyBilled.atMost));

/** `$0.4000 at least (1 attempt has no known price); possibly billed: up to $0.2500 more for 2 attempts without an answer` */
export function spentText({ cost, unpriced, possiblyBilled, recorded }: Spent, digits = 4): string {
  const money = cost === 0 && unpriced > 0 ? "unknown" : `$${cost.toFixed(digits)}`;
  const prices =
    unpriced > 0
      ? `${money === "unknown" ? "" : " at least"} (${counted(unpriced, "attempt has", "attempts have")} no known price)`
      : "";
  const possibly = possiblyText(possiblyBilled, Math.max(digits, 4));
  const then = recorded === undefined ? "" : `; ${recordedText(recorded, Math.max(digits, 4))}`;
  return `${money}${prices}${possibly === undefined ? "" : `; ${possibly}`}${then}`;
}

/** What the played attempts cost when they were recorded. */
export function recordedText({ cost, unpriced }: NonNullable<Spent["recorded"]>, digits = 4): string {
  const why = unpriced === 0 ? "" : ` (${counted(unpriced, "attempt has", "attempts have")} no known price)`;
  const money =
    why === ""
      ? `$${cost.toFixed(digits)}`
      : cost === 0
        ? "an unknown amount"
        : `at least $${cost.toFixed(digits)}`;
  return `played from a recording that cost ${money}${why}`;
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
