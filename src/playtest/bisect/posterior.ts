import { stepsWhereRatesFit } from "./fitting-rates.ts";
import { add, ANY, logSum, ofOneRate, ofTwoRates, without, type Tally } from "./rate-evidence.ts";

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

/** Where turns make no difference, and it is a matter of luck: neither hardly ever nor nearly always. */
const MIDDLING: Tally = { recovered: 4, not: 4 };

/** Bad luck alone, a session lost from its start, and no single turn are each as common as this; the rest is alike for all turns. */
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
