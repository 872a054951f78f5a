import { eValue, minimumWins } from "../../../kernel/stats/index.ts";
import type { AbDecision, AbPlan } from "../../../contract/index.ts";
import { layoutOf, unitOf, unitsIn } from "./ab-pairs.ts";

type Race = { /** Pairs or checkpoints that differ. */ units: number; alpha: number };

/** The power to detect an arm that wins this share of the units, testing after each: summed over all paths. */
export const chanceToDecide = (share: number, race: Race): number => chanceWith(share, boundsOf(race));

/** How many wins decide after each unit. The same for every share. */
const boundsOf = ({ units, alpha }: Race): number[] =>
  Array.from({ length: units }, (_, at) => minimumWins(at + 1, alpha) ?? Infinity);

function chanceWith(share: number, bounds: readonly number[]): number {
  const units = bounds.length;
  let found = 0;
  let open = new Float64Array(units + 1);
  open[0] = 1;
  for (let played = 1; played <= units; played++) {
    const next = new Float64Array(units + 1);
    const needed = bounds[played - 1]!;
    for (let wins = 0; wins <= played; wins++) {
      const chance = (wins > 0 ? open[wins - 1]! * share : 0) + open[wins]! * (1 - share);
      if (wins >= needed) found += chance;
      // Decided for the other arm: that path is lost.
      else if (played - wins < needed) next[wins] = chance;
    }
    open = next;
  }
  return found;
}

const POWER = 0.8;

/** The smallest share of wins that is detected with 80 % power. Null: too few units. */
export function detectableShare(race: Race): number | null {
  const bounds = boundsOf(race);
  // A share of 0.999 stands for winning all.
  let [low, high] = [0.5, 0.999];
  if (chanceWith(high, bounds) < POWER) return null;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (chanceWith(middle, bounds) < POWER) low = middle;
    else high = middle;
  }
  return high;
}

/** The time grows with the square of the units. A test of more is decided long before, unless the arms hardly differ. */
const MOST_UNITS = 1_000;

/** The reference winner for a cap: it wins this share of the units that differ. */
const WINNER = 0.7;

/** The most a test until decided can show. */
export type CapPower = {
  units: number;
  /** The power to detect a winner of 70 %. */
  winner: { share: number; power: number };
  /** The smallest share of wins that is detected with 80 % power; null: none. */
  share: number | null;
};

export const capPower = (race: Race): CapPower => ({
  units: race.units,
  winner: { share: WINNER, power: chanceToDecide(WINNER, race) },
  share: detectableShare(race),
});

export function capText(plan: AbPlan): string {
  const layout = layoutOf(plan);
  const all = unitsIn(layout);
  const { units, winner, share } = capPower({ units: Math.min(all, MOST_UNITS), alpha: plan.alpha });
  const percent = (value: number) => `${Math.round(100 * value)} %`;
  return `With ${units < all ? `the first ${units} of ${all}` : units} ${unitOf(layout)}s and no ties, an arm that wins ${percent(winner.share)} of them is declared the winner with ${percent(winner.power)} power${share === null ? "; no share of wins reaches 80 % power" : `; for 80 % power it must win ${Math.ceil(100 * share)} %`}. Ties do not count, so they lower the power.`;
}

/** How far a test with a look after every pair was from a winner when it ended. */
export type Nearness = {
  /** Null: equal wins. */
  ahead: "a" | "b" | null;
  eValue: number;
  /** The E-value that decides. */
  needed: number;
  unit: "pair" | "checkpoint";
  /** The fewest further units that decide, if the leading arm wins them all. */
  atBest: number;
  /**
   * More pairs can be added: past looks do not change. With checkpoints as units, each has a fixed share of the pairs.
   * After so many pairs that all tied, more would hardly differ.
   */
  canGoOn: boolean;
  allTied: boolean;
};

const MANY_TIES = 20;

/** Null: decided, no early looks, or nothing could be played. */
export function howNear(plan: AbPlan, decision: AbDecision): Nearness | null {
  const needed = 1 / plan.alpha;
  if (!plan.untilDecided || decision.eValue >= needed || decision.pairsUsed === 0) return null;
  const { a, b } = decision.checkpoints ?? decision.wins;
  const [most, least] = [Math.max(a, b), Math.min(a, b)];
  let atBest = 1;
  while (eValue({ wins: most + atBest, losses: least }) < needed) atBest++;
  const unit = unitOf(layoutOf(plan));
  const allTied = most === 0 && decision.pairsUsed >= MANY_TIES;
  return {
    ahead: a === b ? null : a > b ? "a" : "b",
    eValue: decision.eValue,
    needed,
    unit,
    atBest,
    canGoOn: unit === "pair" && !allTied,
    allTied,
  };
}
