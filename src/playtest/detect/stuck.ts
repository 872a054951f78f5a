import { excerpt } from "./excerpt.ts";
import type { Detector } from "./observation.ts";

/** How many turns without a pulse a group will bear. */
export const STUCK_AFTER = 5;

/** The story does not move: said when the count is reached and each time it is reached again, not every turn. */
export const stuck: Detector = ({ turn, phase, pulse, text, turnsSincePulse }) => {
  const said = phase === "story" && !pulse && turnsSincePulse > 0 && turnsSincePulse % STUCK_AFTER === 0;
  if (!said) return { findings: [] };
  return {
    findings: [
      {
        turn,
        type: "stuck",
        description: `No pulse for ${turnsSincePulse} turns.`,
        severity: "warning",
        evidence: [{ turn, text: excerpt(text) }],
        confidence: 0.9,
        source: "stuck",
      },
    ],
  };
};
