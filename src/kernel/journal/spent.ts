import type { JournalMark, LostCalls, Note, Spent, Tally } from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { counted } from "../report/index.ts";

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

/** Booked and possibly billed together, in USD: what a budget must count as spent. */
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

/** What the replayed attempts cost when they were recorded. */
function recordedText({ cost, unpriced }: NonNullable<Spent["recorded"]>, digits = 4): string {
  const why = unpriced === 0 ? "" : ` (${counted(unpriced, "attempt has", "attempts have")} no known price)`;
  const money =
    why === ""
      ? `$${cost.toFixed(digits)}`
      : cost === 0
        ? "an unknown amount"
        : `at least $${cost.toFixed(digits)}`;
  return `played from a recording that cost ${money}${why}`;
}

/** Undefined: nothing, or only attempts at a known price of 0. */
function possiblyText(
  { attempts, atMost, unpriced }: Spent["possiblyBilled"],
  digits = 4,
): string | undefined {
  if (atMost === 0 && unpriced === 0) return undefined;
  const which = `${attempts === 0 ? "attempts" : counted(attempts, "attempt")} without an answer`;
  if (atMost === 0) return `possibly billed: ${which}, at an unknown price`;
  return `possibly billed: up to $${atMost.toFixed(digits)} more for ${which}${unpriced > 0 ? `, and ${unpriced} of them at an unknown price` : ""}`;
}

/** What makes a sum of money less certain, in sentences. */
export function costCautions({ estimated, unpriced, recorded, possiblyBilled }: Tally): string[] {
  const possibly = possiblyText(possiblyBilled, 6);
  return [
    estimated > 0 &&
      `${counted(estimated, "attempt")} had no token count from the provider: it is estimated.`,
    unpriced > 0 && `${counted(unpriced, "attempt")} had no known price: the sum is a lower bound.`,
    recorded && `${counted(recorded.attempts, "attempt was", "attempts were")} ${recordedText(recorded, 6)}.`,
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

type Held = Pick<Tally, "attempts" | "cost" | "possiblyBilled">;

/** A mark of the present journal, including what it lacks. */
export function markOf(held: Held, lost?: LostCalls): JournalMark {
  const now = { attempts: held.attempts, cost: held.cost, atMost: atMostOf(held) };
  if (!lost) return now;
  const { cost, atMost } = lost.money ?? { cost: 0, atMost: 0 };
  return {
    attempts: now.attempts + lost.attempts,
    cost: toUsd(toPico(now.cost) + toPico(cost)),
    atMost: toUsd(toPico(now.atMost) + toPico(atMost)),
    lost: { attempts: lost.attempts, cost, atMost },
  };
}

/** Undefined: the journal holds everything it is known to have held. */
export function lostSince(mark: JournalMark, held: Held, path: string): LostCalls | undefined {
  const less = (known: number, now: number) => Math.max(0, toUsd(toPico(known) - toPico(now)));
  const cost = less(mark.cost, held.cost);
  const gone = Math.max(0, mark.attempts - held.attempts);
  if (gone === 0 && cost === 0) return undefined;
  return {
    path,
    // An attempt that lost its end looks as if it were in flight: only the money differs.
    attempts: gone > 0 ? gone : Math.max(1, held.possiblyBilled.attempts),
    money: { cost, atMost: Math.max(cost, less(mark.atMost, atMostOf(held))) },
    accepted: mark.lost?.attempts ?? 0,
  };
}

/** What is lost, for a report with totals from the journal. */
export const lostText = (lost: LostCalls): string => `${lostFact(lost)} The totals do not count them.`;

export const lostNotes = (lost: LostCalls | undefined): Note[] =>
  lost ? [{ code: "lost-calls", text: lostText(lost) }] : [];

/** The same for a report that counts what is known of the lost attempts. */
export const countedLostText = (lost: LostCalls): string =>
  `${lostFact(lost)} ${lost.money ? "The totals count them." : "The totals do not count them."}`;

const lostFact = ({ path, attempts, money }: LostCalls): string =>
  `${path} was deleted or truncated: ${money ? "" : "at least "}${counted(attempts, "attempt is", "attempts are")} missing. ${money ? `Known cost: $${money.cost.toFixed(4)}${money.atMost > money.cost ? `, at most $${money.atMost.toFixed(4)}` : ""}.` : "Their cost is unknown."}`;

export const lostSpent = ({ attempts, money }: LostCalls): Spent => ({
  cost: money?.cost ?? 0,
  unpriced: money ? 0 : attempts,
  possiblyBilled: {
    attempts: 0,
    atMost: money ? toUsd(toPico(money.atMost) - toPico(money.cost)) : 0,
    unpriced: 0,
  },
});

/** What a budget must count in addition to the journal. */
export const lostAtMost = (lost: LostCalls | undefined): number => lost?.money?.atMost ?? 0;

/** A cap cannot be enforced with an incomplete journal, unless a user who knows that sets it. */
export function requireWhole(
  lost: ReadonlyArray<LostCalls | undefined>,
  { cap, given }: { cap: number | undefined; given: boolean },
): void {
  const fresh = lost.filter((each) => each !== undefined && each.attempts > each.accepted);
  if (fresh.length === 0 || cap === undefined || given) return;
  throw new HarnessError({
    code: "journal-lost",
    option: "budget",
    message: `${fresh
      .slice(0, 3)
      .map((each) => lostFact(each!))
      .join(
        "\n",
      )}${fresh.length > 3 ? `\nAnd ${fresh.length - 3} more.` : ""}\nThe budget of $${cap} cannot be enforced without a complete journal.`,
    remedy: `Restore the file from a backup, or set a new budget with ${optionText("budget", "USD")}. The known cost of the missing attempts counts towards it.`,
  });
}
