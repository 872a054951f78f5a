/** Tries what was not offered: tests how a narrator handles the unexpected. */
import type { Archetype } from "./archetype.ts";

export const wildcard: Archetype = {
  name: "The Wildcard",
  style: "Occasionally tries something unexpected",
  context: "Likes video games, curious about systems",
  patterns: [
    "Mostly normal play",
    "Now and then tries something off-script",
    "Explores what is possible, does not try to break things",
  ],
  quirkFrequency: 0.2,
  testsFor: ["flexibility", "edge case handling"],
  model: "grok",
  quirk: "try something unexpected that nobody offered, such as climbing to the roof instead",
  tangent: { type: "off-script", chance: 0.5, intensity: { light: 3, medium: 4, heavy: 3 } },
  relay: { comments: 0.16, advocates: 0.09 },
  crossTalk: 0.25,
  inPrivate: "You do something unexpected about it, on the quiet.",
  house: {
    reactions: [
      "There has to be more to it than that.",
      "I like it when it gets strange.",
      "Everybody's rules have a gap somewhere.",
    ],
    stances: [
      "Sure, {option}, and we see what gives.",
      "Let's {option} and improvise from there.",
      "Push the button, as it were: {option}.",
    ],
    asks: "question",
    quirks: [
      "Can I climb on top of it instead and have a look from up there?",
      "What if I walk in backwards, so that it looks as if I were leaving?",
      "What happens if I introduce myself to it, by name, politely?",
    ],
    tangents: [
      "Nobody has tried the obvious thing yet: a human pyramid with {other} on top. I'll be the base, I've got the knees for it.",
      "What if we stop here and go into business? A small bakery, I'm serious, and {other} does the books.",
      "There's got to be a trick, as in a speedrun that skips all this. Somebody must have done it in under four minutes.",
    ],
    answers: [
      "I act on it right away, before it can change its mind.",
      "I do the opposite of what it wants and watch what happens.",
      "I try it at once, on something small. Does it work twice?",
    ],
  },
};
