import { FEWEST_PAIRS } from "../../kernel/stats/index.ts";

/** What a test's pairs are laid out by. */
export type Layout = { times: number; untilDecided: boolean; /** How many. */ checkpoints: number };

/**
 * From six checkpoints on each is one piece of evidence, however often it is replayed: a change that helps at one of
 * them helps there every time. With fewer, pairs are, and what they show holds for these checkpoints only.
 */
export const unitOf = ({ checkpoints }: Pick<Layout, "checkpoints">): "pair" | "checkpoint" =>
  checkpoints >= FEWEST_PAIRS ? "checkpoint" : "pair";

/** How many of them there are when all is played. */
export const unitsIn = (layout: Layout): number =>
  unitOf(layout) === "pair" ? layout.times : Math.min(layout.times, layout.checkpoints);

/** Said beforehand, so that nothing that was seen changes it. */
export const pairsOf = ({ times, checkpoints }: Layout, checkpoint: number): number =>
  Math.floor(times / checkpoints) + (checkpoint < times % checkpoints ? 1 : 0);

/**
 * Checkpoints take turns, so that a test that ends early has seen them all alike. Where each is one look of the
 * e-process, they come one after the other: what was looked at once never changes any more.
 */
export function checkpointOf(layout: Layout, index: number): number {
  if (!layout.untilDecided || unitOf(layout) === "pair") return index % layout.checkpoints;
  let checkpoint = 0;
  for (let left = index - pairsOf(layout, 0); left >= 0; left -= pairsOf(layout, checkpoint)) checkpoint++;
  return checkpoint;
}
