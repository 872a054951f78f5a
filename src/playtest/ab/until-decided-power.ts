import { minimumWins } from "../../kernel/stats/index.ts";

type Race = { /** Pairs or checkpoints that differ. */ units: number; alpha: number };

/** How often an arm that wins this share of the units is found within so many of them, looking after each: all paths added up. */
export function chanceToDecide(share: number, { units, alpha }: Race): number {
  let found = 0;
  let open = new Float64Array(units + 1);
  open[0] = 1;
  for (let played = 1; played <= units; played++) {
    const next = new Float64Array(units + 1);
    const needed = minimumWins(played, alpha) ?? Infinity;
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

/** The least share of wins that is found with this power. Null: so few units find nothing that often. */
export function detectableShare({ power = 0.8, ...race }: Race & { power?: number }): number | null {
  // Who wins all but every thousandth is as good as sure to win all.
  let [low, high] = [0.5, 0.999];
  if (chanceToDecide(high, race) < power) return null;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (chanceToDecide(middle, race) < power) low = middle;
    else high = middle;
  }
  return high;
}
