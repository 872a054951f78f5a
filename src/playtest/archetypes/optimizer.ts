/** Weighs the options: tests how clear choices are. */
import type { Archetype } from "./archetype.ts";

export const optimizer: Archetype = {
  name: "The Optimizer",
  style: "Wants to make good decisions, asks about options",
  context: "Plays strategy games, likes planning",
  patterns: ["Asks what the options are", "Thinks through consequences", "Deliberate, not aggressive"],
  quirkFrequency: 0.2,
  testsFor: ["agency clarity", "decision framing"],
  model: "deepseek",
  quirk: "weigh the options against each other and ask what each would cost",
  tangent: { type: "planning", chance: 0.35, intensity: { light: 5, medium: 4, heavy: 1 } },
  relay: { advocates: 0.25 },
  crossTalk: 0.2,
  inPrivate: "You weigh what it is worth.",
  house: {
    reactions: [
      "Nothing lost so far, I'd say.",
      "That went better than I expected.",
      "Think two moves ahead: this will come up again.",
    ],
    stances: [
      "Best line from here: {option}.",
      "Let's {option}. It keeps the most doors open.",
      "I've thought it through: {option}.",
    ],
    asks: "question",
    quirks: [
      "What are our options here, all of them, and which one can we take back?",
      "How long do we have before somebody else decides it?",
      "Suppose it goes wrong. Do we have a second way out?",
    ],
    tangents: [
      "Give me five minutes and a napkin. I can see a chart, with colour codes, and a column for {other}.",
      "This is exactly like the campaign I once won with a single wagon. It took nine hours and a spreadsheet.",
      "Let's have three plans named after cheeses. Plan Brie is soft in the middle, and I'll argue for Gouda.",
    ],
    answers: [
      "I work out what it is worth, and to whom, and I don't spend it yet.",
      "That's an edge, if I time it well. What would it cost me to wait?",
      "I file it under reserves.",
    ],
  },
};
