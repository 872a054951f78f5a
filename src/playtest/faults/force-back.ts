import type { Choose, Planting } from "./faults.ts";

const segues: readonly string[] = [
  "Anyway, back to the story.",
  "Moving on.",
  "Anyway, where were we?",
  "Enough of that, back to the matter at hand.",
  "That is neither here nor there, so let us get back to the story.",
  "Anyway. Back to what matters.",
  "Let us get back on track.",
  "Now, returning to the story.",
  "Be that as it may, back to the plot.",
  "As I was saying before I was interrupted.",
  "Okay, moving right along.",
  "Let's get back to the adventure, shall we?",
];

/** Words that drag a group back to the story. */
export function forceBack(choose: Choose): Planting {
  const text = choose(segues, "segue");
  return { text, quote: text };
}
