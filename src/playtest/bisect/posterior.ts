/** What was seen from one turn's checkpoint. */
export type Seen = { turn: number; recovered: boolean };

/**
 * What is believed: `steps[i]` is how probable it is that the i-th turn is the first from which the session no longer
 * recovers, the one past the last that it recovers from them all; `none` that there is no such turn.
 */
export type Posterior = { turns: readonly number[]; steps: readonly number[]; none: number };

/**
 * Rates of recovering are not known beforehand: before the turn they are probably high, after it low, so much so as these
 * pseudo-counts say. A narrator that recovers seven times in ten is then no contradiction, it only takes more replays.
 */
const HIGH: Rate = { recovered: 5, not: 1 };
const LOW: Rate = { recovered: 1, not: 5 };
/** Where turns make no difference. */
const MIDDLING: Rate = { recovered: 4, not: 4 };
const ANY: Rate = { recovered: 1, not: 1 };

/** Bad luck alone, a session lost from its start, and no single turn are each as common as this; the rest is alike for all turns. */
const PRIOR = 0.1;

export function posteriorOf(turns: readonly number[], seen: readonly Seen[]): Posterior {
  const { length } = turns;
  // Tallies of the turns before each; what lies between two is their difference.
  const upTo: Rate[] = [{ recovered: 0, not: 0 }];
  for (const turn of turns) upTo.push(sum(upTo.at(-1)!, tallyOf(seen, turn)));
  const within = (from: number, to: number, rate: Rate) => logLikelihood({ recovered: upTo[to]!.recovered - upTo[from]!.recovered, not: upTo[to]!.not - upTo[from]!.not }, rate);

  const steps = upTo.map((_, step) => Math.log(step === 0 || step === length ? PRIOR : (1 - 3 * PRIOR) / Math.max(1, length - 1)) + within(0, step, HIGH) + within(step, length, LOW));
  const none = [
    within(0, length, MIDDLING),
    logMean(turns.flatMap((_, from) => turns.slice(from + 1).map((_, more) => comesBack(from, from + 1 + more)))),
    turns.reduce((log, _, index) => log + within(index, index + 1, ANY), 0),
  ].map((log) => Math.log(PRIOR / 3) + log);
  const all = logSum([...steps, ...none]);
  return { turns, steps: steps.map((log) => Math.exp(log - all)), none: Math.exp(logSum(none) - all) };

  /** It is lost for some turns, and later ones recover again. */
  function comesBack(from: number, to: number): number {
    const outside = sum(upTo[from]!, { recovered: upTo[length]!.recovered - upTo[to]!.recovered, not: upTo[length]!.not - upTo[to]!.not });
    return logLikelihood(outside, HIGH) + within(from, to, LOW);
  }
}

type Rate = { recovered: number; not: number };

const tallyOf = (seen: readonly Seen[], turn: number): Rate => {
  const here = seen.filter((each) => each.turn === turn);
  const recovered = here.filter((each) => each.recovered).length;
  return { recovered, not: here.length - recovered };
};
const sum = (a: Rate, b: Rate): Rate => ({ recovered: a.recovered + b.recovered, not: a.not + b.not });

/** Of this very sequence, over all rates that the pseudo-counts allow (beta-binomial). */
function logLikelihood({ recovered, not }: Rate, prior: Rate): number {
  let log = 0;
  for (let i = 0; i < recovered; i++) log += Math.log(prior.recovered + i);
  for (let i = 0; i < not; i++) log += Math.log(prior.not + i);
  for (let i = 0; i < recovered + not; i++) log -= Math.log(prior.recovered + prior.not + i);
  return log;
}

function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most === -Infinity ? most : most + Math.log(logs.reduce((total, log) => total + Math.exp(log - most), 0));
}
const logMean = (logs: readonly number[]): number => logSum(logs) - Math.log(logs.length);
