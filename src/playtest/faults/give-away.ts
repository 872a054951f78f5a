import type { Choose, Planting } from "./faults.ts";

const leads: readonly string[] = [
  "What {name} alone was told is soon said to all of you:",
  "By now it can be told what {name} has been keeping:",
  "You all know {name}'s secret, of course:",
  "It is no longer between {name} and me:",
  "The others may as well have it in {name}'s place:",
];

/** Words that tell everybody what one player alone was told. */
export function giveAway(secret: { turn: number; name: string; text: string }, choose: Choose): Planting {
  const text = `${choose(leads, "leak", { name: secret.name })} "${secret.text.replaceAll('"', "'")}"`.trim();
  return { text, quote: text, against: { turn: secret.turn, text: secret.text } };
}
