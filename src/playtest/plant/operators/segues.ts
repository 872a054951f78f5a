import { withWords } from "../narration-edits.ts";
import type { Bank, Operator } from "../operator.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";

/** Ways to drag a group back. */
const segues: Readonly<Record<Bank, readonly string[]>> = {
  fit: [
    "Anyway, back to the story.",
    "Moving on.",
    "Enough of that, back to the matter at hand.",
    "Let us get back on track.",
    "Okay, moving right along.",
    "Be that as it may, back to the plot.",
    "As I was saying before I was interrupted.",
  ],
  report: [
    "All right, let's return to our story.",
    "Right, back to business.",
    "Well, anyway, where were we?",
    "Okay, enough joking around.",
    "Let's refocus, shall we?",
    "So, getting back to the adventure.",
    "Anyhow, let us go on with the tale.",
    "Now then, back to where we left off.",
    "Jokes aside, on with the story.",
  ],
};

/** Where the group has just strayed; in a transcript where it never does, anywhere. */
export function strayedTurns(transcript: Transcript): number[] {
  const turns = openTurns(transcript, { from: 2 });
  const strayed = turns.filter(
    (turn) =>
      recordAt(transcript, turn - 1)?.players.some(({ offTopic }) => offTopic !== "none") ||
      recordAt(transcript, turn - 1)?.classification.type === "tangent-response",
  );
  return strayed.length > 0 ? strayed : turns;
}

/** The story goes on with a jolt: where the group had strayed, as far as it had. */
export const blunt: Operator = {
  name: "blunt-segue",
  expects: "forced-return",
  plant(transcript, { dice, bank }) {
    const turns = strayedTurns(transcript);
    if (turns.length === 0) return undefined;
    const turn = dice.pick(turns);
    const words = dice.pick(segues[bank]);
    return {
      turn,
      endTurn: turn,
      edits: new Map([[turn, { text: withWords(recordAt(transcript, turn)!, words, "start") }]]),
      about: words,
    };
  },
};
