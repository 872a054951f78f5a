/** Takes the story seriously: the baseline that the other archetypes are compared with. */
import type { Archetype } from "./archetype.ts";

export const engaged: Archetype = {
  name: "The Engaged",
  style: "Takes the story seriously, plays along fully",
  context: "Enjoys escape rooms, reads fantasy novels on the train",
  patterns: ["Describes actions clearly", "Asks what they see", "Stays in the fiction"],
  quirkFrequency: 0.2,
  testsFor: ["baseline narrative quality", "happy path"],
  model: "qwen",
  quirk: "describe what your character does with one concrete physical detail, and ask what they see",
  relay: { comments: 0.1 },
  crossTalk: 0.15,
  inPrivate: "You stay in character and take it as part of the story.",
  house: {
    reactions: [
      "I stand still for a moment and take it all in.",
      "I step up beside {other}, so that neither of us stands alone.",
      "I lower my voice and listen.",
    ],
    stances: [
      "I nod to the others: we {option}.",
      "I turn to {other}: shall we {option}?",
      "I'm ready. Let's {option}.",
    ],
    asks: "question",
    quirks: [
      "I go down on one knee and wipe the dust off with my cuff. What do I see up close?",
      "I hold my breath and put one ear to it. What do I hear?",
      "I shade my eyes with my sleeve and look past the nearest of it. What is behind?",
    ],
    answers: [
      "I don't let my face show it. I count to three, and carry it with me from here on.",
      "I turn away, so that nobody sees my eyes, and whisper that I understand.",
      "I touch the place where it happened, once, to be sure that it was real.",
    ],
  },
};
