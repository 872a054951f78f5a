import { excerpt } from "./excerpt.ts";
import { MECHANICAL, type Detector } from "./observation.ts";

/** How many turns without a pulse a group will bear. */
const STUCK_AFTER = 6;

/** The story does not move: reported when the count is reached and each time it has doubled. One stall is one problem, however long. */
export const stuck: Detector = ({ turn, phase, pulse, text, turnsSincePulse, earlier, guide }) => {
  // Without beats there is nothing to count.
  if (phase !== "story" || pulse || guide.pulses.length === 0 || !isDoubling(turnsSincePulse / STUCK_AFTER))
    return [];
  // The last output that moved the story, where it is still in sight, or how the stretch began.
  const before = earlier.find((output) => output.turn >= turn - turnsSincePulse);
  return [
    {
      turn,
      type: "stuck",
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
};

/** 1, 2, 4, 8 … */
const isDoubling = (times: number) => times >= 1 && Number.isInteger(Math.log2(times));
