import { logBeta } from "../../kernel/stats/index.ts";

/** How many replays recovered, and how many did not. */
export type Tally = { recovered: number; not: number };

export const add = (a: Tally, b: Tally): Tally => ({
  recovered: a.recovered + b.recovered,
  not: a.not + b.not,
});
export const without = (all: Tally, part: Tally): Tally => ({
  recovered: all.recovered - part.recovered,
  not: all.not - part.not,
});

/** The logarithm of how probable this very sequence is where all have one rate of recovering, and `prior` counts are all that was known of it. */
export const ofOneRate = (seen: Tally, prior: Tally): number =>
  logBeta(seen.recovered + prior.recovered, seen.not + prior.not) - logBeta(prior.recovered, prior.not);

/** Nothing is known: any rate is as good as any other. */
export const ANY: Tally = { recovered: 1, not: 1 };

/** A large drop is somewhat likelier than a small one, of which nobody would say that the session was lost. */
const HIGH: Tally = { recovered: 2, not: 1 };
const LOW: Tally = { recovered: 1, not: 2 };

/**
 * The same where there are two rates, and little more is known than that one of them is the higher: averaged over all
 * that could be. Who often recovers after the turn too takes more replays, and is not thought to be somebody who hardly
 * ever does.
 */
export function ofTwoRates(higher: Tally, lower: Tally): number {
  return (
    ofOneRate(higher, HIGH) +
    ofOneRate(lower, LOW) +
    logChanceAbove(add(higher, HIGH), add(lower, LOW)) -
    logChanceAbove(HIGH, LOW)
  );
}

/** Of a rate with these counts, that it lies above another with those: for whole counts a sum (Miller). */
function logChanceAbove(above: Tally, below: Tally): number {
  const terms = Array.from(
    { length: above.recovered },
    (_, i) =>
      logBeta(below.recovered + i, above.not + below.not) -
      Math.log(above.not + i) -
      logBeta(1 + i, above.not),
  );
  return logSum(terms) - logBeta(below.recovered, below.not);
}

export function logSum(logs: readonly number[]): number {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity
    ? most
    : most + Math.log(logs.reduce((total, log) => total + Math.exp(log - most), 0));
}
