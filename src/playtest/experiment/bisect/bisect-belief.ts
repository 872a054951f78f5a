/** Bayesian belief about the turn after which a session no longer recovers. */
import { logBeta } from "../../../kernel/stats/index.ts";

/** What was seen from one turn's checkpoint. */
export type Seen = { turn: number; recovered: boolean };

/**
 * What is believed: `steps[i]` is how probable it is that the i-th turn is the first from which the session no longer
 * recovers as before, the one past the last that it recovers from them all; `none` that there is no such turn.
 */
export type Posterior = {
  turns: readonly number[];
  /** Averaged over how often replays may recover before and after. */
  steps: readonly number[];
  none: number;
  /** How probable it is at least that the step is one of these, whatever rates of those that fit. */
  atLeast(from: number, to: number): number;
};

/** The prior where turns make no difference: recovering is neither rare nor nearly certain. */
const MIDDLING: Tally = { recovered: 4, not: 4 };

/** The prior of each: bad luck alone, lost from the start, no single turn. All turns share the rest equally. */
const PRIOR = 0.1;

export function posteriorOf(turns: readonly number[], seen: readonly Seen[]): Posterior {
  const { length } = turns;
  // Tallies of the turns before each; what lies between two is their difference.
  const upTo: Tally[] = [{ recovered: 0, not: 0 }];
  for (const turn of turns) upTo.push(add(upTo.at(-1)!, tallyOf(seen, turn)));
  const all = upTo[length]!;
  const lostIn = remembered((lost) => ofTwoRates(without(all, lost), lost));

  const priors = upTo.map((_, step) =>
    Math.log(step === 0 || step === length ? PRIOR : (1 - 3 * PRIOR) / Math.max(1, length - 1)),
  );
  const logs = upTo.map((before, step) => priors[step]! + lostIn(without(all, before)));
  const none = [
    ofOneRate(all, MIDDLING),
    // It is lost for some turns, and later ones recover again.
    logMean(
      turns.flatMap((_, from) =>
        turns.slice(from + 1).map((_, more) => lostIn(without(upTo[from + 1 + more]!, upTo[from]!))),
      ),
    ),
    turns.reduce((log, _, index) => log + ofOneRate(without(upTo[index + 1]!, upTo[index]!), ANY), 0),
  ].map((log) => Math.log(PRIOR / 3) + log);
  const every = logSum([...logs, ...none]);
  const steps = logs.map((log) => Math.exp(log - every));
  const noStep = Math.exp(logSum(none) - every);
  const sums = [
    steps,
    ...stepsWhereRatesFit(upTo, priors).map((own) => own.map((share) => share * (1 - noStep))),
  ].map(summedUp);
  return {
    turns,
    steps,
    none: noStep,
    atLeast: (from, to) => Math.min(...sums.map((sum) => sum[to + 1]! - sum[from]!)),
  };
}

function summedUp(shares: readonly number[]): number[] {
  const sums = [0];
  for (const share of shares) sums.push(sums.at(-1)! + share);
  return sums;
}

/** Between the turns that were replayed from, all tallies are the same. */
function remembered(of: (tally: Tally) => number): (tally: Tally) => number {
  const known = new Map<string, number>();
  return (tally) => {
    const key = `${tally.recovered}/${tally.not}`;
    const value = known.get(key) ?? of(tally);
    known.set(key, value);
    return value;
  };
}

function tallyOf(seen: readonly Seen[], turn: number): Tally {
  const here = seen.filter((each) => each.turn === turn);
  const recovered = here.filter((each) => each.recovered).length;
  return { recovered, not: here.length - recovered };
}

const logMean = (logs: readonly number[]): number => logSum(logs) - Math.log(logs.length);

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

/**
 * The probability of each step, for every pair of rates that fits. How sure a search is depends on the unknown rates of
 * recovery before and after the turn: averaged over all rates, a lucky run of replays is believed too soon. So every
 * pair that still fits is asked, and the least sure counts. `upTo`: what was seen before each step; `priors`: logarithms.
 */
function stepsWhereRatesFit(upTo: readonly Tally[], priors: readonly number[]): number[][] {
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

type Tally = { recovered: number; not: number };

const add = (a: Tally, b: Tally): Tally => ({
  recovered: a.recovered + b.recovered,
  not: a.not + b.not,
});
const without = (all: Tally, part: Tally): Tally => ({
  recovered: all.recovered - part.recovered,
  not: all.not - part.not,
});

/** The logarithm of how probable this very sequence is where all have one rate of recovering, and `prior` counts are all that was known of it. */
const ofOneRate = (seen: Tally, prior: Tally): number =>
  logBeta(seen.recovered + prior.recovered, seen.not + prior.not) - logBeta(prior.recovered, prior.not);

/** Nothing is known: any rate is as good as any other. */
const ANY: Tally = { recovered: 1, not: 1 };

/** Large drops are somewhat likelier: after a small one the session is not lost. */
const HIGH: Tally = { recovered: 2, not: 1 };
const LOW: Tally = { recovered: 1, not: 2 };

/**
 * The same where there are two rates, and little more is known than that one of them is the higher: averaged over all
 * that could be. Who often recovers after the turn too takes more replays, and is not thought to be somebody who hardly
 * ever does.
 */
function ofTwoRates(higher: Tally, lower: Tally): number {
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

function logSum(logs: readonly number[]): number {
  const most = logs.reduce((a, b) => Math.max(a, b), -Infinity);
  return most === -Infinity
    ? most
    : most + Math.log(logs.reduce((total, log) => total + Math.exp(log - most), 0));
}
