/** Says little and goes along: tests whether a narrator makes room for quiet players. */
import type { Archetype } from "./archetype.ts";

export const follower: Archetype = {
  name: "The Follower",
  style: "Goes along with the group, brief responses",
  context: "Came because friends invited them, enjoys the social aspect",
  patterns: ["Short responses", "Defers to others", "Engages more when directly addressed"],
  quirkFrequency: 0.2,
  testsFor: ["handling quiet players", "spotlight distribution"],
  model: "kimi-k2",
  quirk: "just go along, in a few words, with whatever one of the others decides",
  relay: { undersells: 0.21, "drops a wish": 0.04 },
  crossTalk: 0.1,
  inPrivate: "You are unsure why it was told to you of all people.",
  house: {
    reactions: ["Oh, wow.", "That's a bit creepy, no?", "I'm listening."],
    stances: ["Sure, let's {option}.", "Fine by me: {option}.", "Maybe we {option}?"],
    quirks: ["Same as {other}.", "I'm right behind {other}.", "Whatever {other} does."],
    answers: [
      "Me? Why me? I look round, and nobody else seems to have noticed.",
      "Um. Okay. I'm not sure what I'm supposed to do with that.",
      "I say nothing and stay close to the group.",
    ],
  },
};
