import type { Choose, Planting } from "./faults.ts";

const waiting: readonly string[] = [
  "You say so, {name}, and it is noted.",
  "Yes. That could be done.",
  "{name} has spoken, and the words are still there when the silence comes.",
  "I hear you, and I understand what you mean to do.",
  "You mean it, that much is plain.",
  "That is one way to see it, {name}.",
  "The thought is a good one, and you have it together.",
  "It is as {name} says, or near enough.",
  "You are ready, and being ready takes a while.",
  "So you have decided, and the decision stands there with you.",
  "You agree among yourselves, at some length.",
  "A fine intention, {name}, and nobody disputes it.",
  "All of this is true.",
  "You have said it clearly, and I have heard it clearly.",
  "There is much to be said for that.",
  "{name} nods, and the others nod, and there is a great deal of nodding.",
];

const nothing: readonly string[] = [
  "For now, nothing changes.",
  "You remain where you are, and so does everything else.",
  "The moment does not pass.",
  "You wait a little, and then a little more.",
  "Nothing stirs, and nothing is different from what it was.",
  "It has not come to anything yet.",
  "What you see is what you saw.",
  "Time goes by in its usual manner.",
  "Perhaps later something will come of it.",
  "You stand, you look, you stand.",
  "No door opens and none closes.",
  "The air is as it was, and you breathe it.",
  "It is not yet the time for that.",
  "You are exactly as far as before.",
  "Everything is still about to happen.",
  "Your plan is a plan, and remains one.",
];

/** Acknowledges what the group does, and lets nothing come of it. */
export function refuseProgress(name: string | undefined, choose: Choose): Planting {
  const text = `${choose(waiting, "waiting", { name })} ${choose(nothing, "nothing")}`;
  return { text, quote: text };
}
