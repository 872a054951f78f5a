import type { Issue } from "../../contract/index.ts";
import { excerpt, MECHANICAL, type MechanicalKind, type Observation } from "./finding-kind.ts";

/** The story does not move. */
export const stuck = {
  plural: "stalls",
  rank: 6,
  countedWith: "failures",
  metric: "stuckMoments",
  publicly: "The story did not move on.",
  detect,
} satisfies MechanicalKind;

/** How many turns without a pulse are acceptable. */
const STUCK_AFTER = 6;

/** Reported at the limit and at each doubling: one stall is one problem, however long. */
function detect({ turn, phase, pulse, text, turnsSincePulse, earlier, guide }: Observation): Issue[] {
  // Without beats there is nothing to count.
  if (phase !== "story" || pulse || guide.pulses.length === 0 || !isDoubling(turnsSincePulse / STUCK_AFTER))
    return [];
  // The last output that advanced the story, if still in the window, or the start of the stall.
  const before = earlier.find((output) => output.turn >= turn - turnsSincePulse);
  return [
    {
      turn,
      kind: "stuck",
      description: `No pulse for ${turnsSincePulse} turns (turns ${turn - turnsSincePulse + 1}-${turn}).`,
      severity: "warning",
      evidence: [...(before ? [before] : []), { turn, text }].map((told) => ({
        turn: told.turn,
        text: excerpt(told.text),
      })),
      confidence: 0.9,
      source: MECHANICAL,
    },
  ];
}

/** 1, 2, 4, 8 … */
const isDoubling = (times: number) => times >= 1 && Number.isInteger(Math.log2(times));
