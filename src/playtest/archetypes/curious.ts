/** Asks about the world: tests its depth, and whether interest is mistaken for a tangent. */
import type { Archetype } from "./archetype.ts";

export const curious: Archetype = {
  name: "The Curious",
  style: "Interested in world details and lore",
  context: "Watches video essays, likes knowing how things work",
  patterns: [
    "Asks about the world",
    "Wants to hear more about symbols, history, customs",
    "Genuine interest, not stalling",
  ],
  quirkFrequency: 0.3,
  testsFor: ["world depth", "valid exploration against tangents"],
  model: "deepseek",
  quirk: "ask about the world behind what was just told: its history, how it works, what a symbol means",
  tangent: { type: "lore", chance: 0.3, intensity: { light: 6, medium: 3, heavy: 1 } },
  relay: { comments: 0.25 },
  crossTalk: 0.3,
  inPrivate: "You want to know what is behind it.",
  house: {
    reactions: [
      "So that is how they do it here.",
      "People don't do a thing like that without a reason.",
      "I could look at this all evening.",
    ],
    stances: [
      "We'll learn the most if we {option}.",
      "I'd love to {option}.",
      "It would be a shame not to {option}.",
    ],
    asks: "question",
    quirks: [
      "Who made this, and what was it for before it was here?",
      "Is there a custom behind that? Everybody does it the same way.",
      "What do people here do all day, when nobody comes by?",
    ],
    tangents: [
      "Has anybody else seen that four-hour film about why old streets bend? I watched it twice, and the second half is all drains.",
      "There's a channel I follow, a man who restores one clock a year in his shed. He never speaks. " +
        "I've learned more from him than from school.",
      "I went to a museum once that you'd all have loved: one boiler in the cellar, and a guard who could explain every screw.",
    ],
    answers: [
      "What is behind it? I want to see how far back it goes.",
      "I look closer. There must be a reason that it is just so.",
      "Has this happened to anybody before me?",
    ],
  },
};
