import type { Posterior } from "./posterior.ts";

/** Every so manieth replay looks where nobody has looked yet: a median alone would never see that later turns recover again. */
const EXPLORES = 4;

/**
 * The turns to replay from next, so many at once: where the belief about the turn of no return is split in equal parts;
 * one alone is at its median. A replay from a turn tells whether the step is at that turn or before, or after it.
 */
export function nextProbes(
  { turns, steps, none }: Posterior,
  {
    count,
    before,
  }: { count: number; /** Turns replayed from so far, in order. */ before: readonly number[] },
): number[] {
  let below = 0;
  // How probable it is that the step is at this turn or before it, given that there is one.
  const upTo = turns.map((_, index) => (below += steps[index]!) / (1 - none));
  const chosen: number[] = [];
  const exploring = Array.from(
    { length: count },
    (_, index) => (before.length + index) % EXPLORES === EXPLORES - 1,
  );
  const searching = exploring.filter((each) => !each).length;
  for (const explores of exploring) {
    const quantile = (chosen.length + 0.5) / searching;
    if (!explores) chosen.push(turns[nearest(upTo, quantile)]!);
  }
  for (const explores of exploring) if (explores) chosen.push(farthest(turns, [...before, ...chosen]));
  return chosen;
}

const nearest = (shares: readonly number[], quantile: number): number =>
  shares.reduce(
    (best, share, at) => (Math.abs(share - quantile) < Math.abs(shares[best]! - quantile) ? at : best),
    0,
  );

/** The turn with the least known around it; of several, the latest, which would show best that it comes back. */
function farthest(turns: readonly number[], known: readonly number[]): number {
  const room = (turn: number) => Math.min(...known.map((each) => Math.abs(each - turn)), Infinity);
  return turns.reduce((best, turn) => (room(turn) >= room(best) ? turn : best));
}
