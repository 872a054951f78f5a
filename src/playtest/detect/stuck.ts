import { excerpt } from "./excerpt.ts";
import type { Detector } from "./observation.ts";

/** How many turns without a pulse a group will bear. */
export const STUCK_AFTER = 5;

/** The story does not move: said when the count is reached and each time it has doubled. One stall is one problem, however long. */
export const stuck: Detector = ({ turn, phase, pulse, text, turnsSincePulse }) => {
  if (phase !== "story" || pulse || !isDoubling(turnsSincePulse / STUCK_AFTER)) return { findings: [] };
  return {
    findings: [
      {
        turn,
        type: "stuck",
        description: `No pulse for ${turnsSincePulse} turns (turns ${turn - turnsSincePulse + 1}-${turn}).`,
        severity: "warning",
        evidence: [{ turn, text: excerpt(text) }],
        confidence: 0.9,
        source: "stuck",
      },
    ],
  };
};

/** 1, 2, 4, 8 … */
const isDoubling = (times: number) => times >= 1 && Number.isInteger(Math.log2(times));
