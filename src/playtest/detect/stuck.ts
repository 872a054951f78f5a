import { comparedPart } from "./compared-part.ts";
import { contentWords } from "./content-words.ts";
import { excerpt } from "./excerpt.ts";
import type { Detector, Observation } from "./observation.ts";

/** How many turns without a pulse a group will bear: of outputs that tell next to nothing, and of any. */
export const STUCK_AFTER = { quiet: 5, any: 10 };
/** So many words that were not heard lately, and an output has told something: people talk, or fight, without a beat of the story. */
const TELLS = 8;

/** The story does not move: said when a count is reached and each time it has doubled. One stall is one problem, however long. */
export const stuck: Detector = (observation) => {
  const { turn, phase, pulse, text, turnsSincePulse, earlier } = observation;
  if (phase !== "story" || pulse || turnsSincePulse < STUCK_AFTER.quiet) return { findings: [] };
  const quiet = Math.min(turnsSincePulse, quietTurns(observation));
  const length = isDoubling(quiet / STUCK_AFTER.quiet)
    ? quiet
    : quiet < STUCK_AFTER.quiet && isDoubling(turnsSincePulse / STUCK_AFTER.any)
      ? turnsSincePulse
      : 0;
  if (length === 0) return { findings: [] };
  // The last that moved the story, where it is still in sight, or how the stretch began.
  const before = earlier.find((output) => output.turn >= turn - turnsSincePulse);
  return {
    findings: [
      {
        turn,
        type: "stuck",
        description: `No pulse for ${turnsSincePulse} turns (turns ${turn - turnsSincePulse + 1}-${turn})${length < turnsSincePulse ? `, and next to nothing told in the last ${length}` : ""}.`,
        severity: "warning",
        evidence: [...(before ? [before] : []), { turn, text }].map((told) => ({
          turn: told.turn,
          text: excerpt(told.text),
        })),
        confidence: 0.9,
        source: "stuck",
      },
    ],
  };
};

/** How many of the last outputs, this one among them, tell next to nothing, or nothing of the story. */
function quietTurns({ earlier, text, type }: Pick<Observation, "earlier" | "text" | "type">): number {
  const heard = new Set<string>();
  let quiet = 0;
  for (const output of [...earlier, { text, type }]) {
    const before = heard.size;
    for (const word of contentWords(comparedPart(output.text))) heard.add(word);
    quiet = output.type === "tangent-response" || heard.size - before < TELLS ? quiet + 1 : 0;
  }
  return quiet;
}

/** 1, 2, 4, 8 … */
const isDoubling = (times: number) => times >= 1 && Number.isInteger(Math.log2(times));
