/**
 * How sure a search is depends on how often replays recover before the turn and after it, and nobody knows that. Averaged
 * over all that could be, a lucky row of replays looks like a session that hardly ever comes back, and is believed too
 * soon. So it is asked of every pair of rates that still fits what was seen, and the least sure of them has the word.
 */
import { logSum, without, type Tally } from "./rate-evidence.ts";

/** Where rates are looked at; finer ones say the same. */
const GRID = 12;
/** A smaller drop is not what anybody means by lost. */
const LEAST_DROP = 0.3;
/** How much less probable than with the best rates what was seen may be: past e², the rates do not fit. */
const FITS = 2;

type Rate = { rate: number; log: number; logNot: number };
const rates = Array.from({ length: GRID }, (_, at) => (at + 0.5) / GRID).map((rate): Rate => ({
  rate,
  log: Math.log(rate),
  logNot: Math.log(1 - rate),
}));
const pairs = rates.flatMap((before) =>
  rates.filter((after) => before.rate - after.rate >= LEAST_DROP).map((after) => ({ before, after })),
);

/** How probable each step is, for every pair of rates that fits. `upTo`: what was seen before each step; `priors`: their logarithms. */
export function stepsWhereRatesFit(upTo: readonly Tally[], priors: readonly number[]): number[][] {
  const all = upTo.at(-1)!;
  const rest = upTo.map((seen) => without(all, seen));
  const at = pairs.map(({ before, after }) => {
    const logs = upTo.map((seen, step) => priors[step]! + logOf(seen, before) + logOf(rest[step]!, after));
    return { logs, evidence: logSum(logs) };
  });
  const best = Math.max(...at.map(({ evidence }) => evidence));
  return at
    .filter(({ evidence }) => evidence >= best - FITS)
    .map(({ logs, evidence }) => logs.map((log) => Math.exp(log - evidence)));
}

const logOf = ({ recovered, not }: Tally, { log, logNot }: Rate): number => recovered * log + not * logNot;
