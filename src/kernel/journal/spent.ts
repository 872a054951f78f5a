import type { Spent, Tally } from "../../contract/index.ts";
import { counted, dollars } from "../report/index.ts";

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
    recorded:
      attempts === 0
        ? undefined
        : {
            attempts,
            cost: toUsd(sum(({ recorded }) => toPico(recorded?.cost ?? 0))),
            unpriced: sum(({ recorded }) => recorded?.unpriced ?? 0),
          },
  };
};

/** Booked and possibly billed together, in USD: what a budget must count as spent. */
export const atMostOf = ({ cost, possiblyBilled }: Pick<Spent, "cost" | "possiblyBilled">): number =>
  toUsd(toPico(cost) + toPico(possiblyBilled.atMost));

/** `$0.40 at least (1 attempt has no known price); possibly billed: up to $0.25 more for 2 attempts without an answer` */
export function spentText({ cost, unpriced, possiblyBilled, recorded }: Spent): string {
  const money = cost === 0 && unpriced > 0 ? "unknown" : dollars(cost);
  const prices =
    unpriced > 0
      ? `${money === "unknown" ? "" : " at least"} (${counted(unpriced, "attempt has", "attempts have")} no known price)`
      : "";
  const possibly = possiblyText(possiblyBilled);
  const then = recorded && recordedText(recorded);
  return [`${money}${prices}`, possibly, then].filter((part) => part !== undefined).join("; ");
}

/** "$0.43 (budget $3.00); possibly billed: …": before what is not certain. */
export const ofBudget = (text: string, { budget }: { budget?: number | undefined }): string =>
  budget === undefined ? text : text.replace(/;|$/, (rest) => ` (budget ${dollars(budget)})${rest}`);

/** What the replayed attempts cost when they were recorded. */
export function recordedText({ cost, unpriced }: NonNullable<Spent["recorded"]>): string {
  if (unpriced === 0) return `played from a recording that cost ${dollars(cost)}`;
  return `played from a recording${cost === 0 ? "" : ` that cost at least ${dollars(cost)}`}`;
}

/** Undefined: nothing, or only attempts at a known price of 0. */
function possiblyText({ attempts, atMost, unpriced }: Spent["possiblyBilled"]): string | undefined {
  if (atMost === 0 && unpriced === 0) return undefined;
  const which = `${attempts === 0 ? "attempts" : counted(attempts, "attempt")} without an answer`;
  if (atMost === 0) return `possibly billed: ${which}, at an unknown price`;
  const known = `possibly billed: up to ${dollars(atMost)} more for ${which}`;
  return unpriced === 0 ? known : `${known}, and ${unpriced} of them at an unknown price`;
}

/** What makes a sum of money less certain, in sentences. */
export function costCautions({ estimated, unpriced, recorded, possiblyBilled }: Tally): string[] {
  const possibly = possiblyText(possiblyBilled);
  return [
    estimated > 0 &&
      `${counted(estimated, "attempt")} had no token count from the provider: it is estimated.`,
    unpriced > 0 && `${counted(unpriced, "attempt")} had no known price: the sum is a lower bound.`,
    recorded && `${counted(recorded.attempts, "attempt was", "attempts were")} ${recordedText(recorded)}.`,
    possibly && `${possibly[0]!.toUpperCase()}${possibly.slice(1)}.`,
  ].filter((text) => typeof text === "string");
}

/**
 * Money is added up in whole picodollars (10⁻¹² USD): one token at today's lowest price is 2,800
 * of them, so sums are exact and do not depend on the order of the lines. Sums stay exact up to
 * 9,007 USD per tally.
 */
const PER_USD = 1e12;

export const toPico = (usd: number): number => Math.round(usd * PER_USD);
export const toUsd = (pico: number): number => pico / PER_USD;

/** The cost of `tokens` at a price in USD per million tokens, in picodollars. */
export const picoFor = (tokens: number, usdPerMillion: number): number =>
  Math.round(tokens * usdPerMillion * 1e6);
