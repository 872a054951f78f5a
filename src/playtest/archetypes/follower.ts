/** Says little and goes along: tests whether a narrator makes room for quiet players. */
import { mentions, type Archetype } from "./archetype.ts";

export const follower: Archetype = {
  name: "The Follower",
  style: "Goes along with the group, brief responses",
  context: "Came because friends invited them, enjoys the social aspect",
  patterns: ["Short responses", "Defers to others", "Engages more when directly addressed"],
  quirkFrequency: 0.2,
  testsFor: ["handling quiet players", "spotlight distribution"],
  model: "kimi-k2",
  quirk: "just go along: name one of the others and do what they do, in a few words",
  relay: { undersells: 0.5, "drops a wish": 0.1 },
  crossTalk: 0.1,
  inPrivate: { manner: "You are unsure why it was told to you of all people.", shareChance: 0.7 },
  quirkIsHeard: ({ both }, { others }) =>
    /\b(?:i'll|i will|i'm|i) (?:just )?(?:go|tag|stick|follow|stay|do)\b[^.!?]*\b(?:with|along|behind|same|whatever)\b/i.test(
      both,
    ) ||
    (mentions(both, others) &&
      /\b(?:same as|go(?:es)? (?:along )?with|along with|behind|whatever|stick with|follow|what|knows best)\b/i.test(
        both,
      )),
  house: {
    agreement: 0.85,
    terse: true,
    reactions: [
      "Oh, wow.",
      "Okay, I like {npc}.",
      "Hm, the {thing}.",
      "I wasn't expecting that.",
      "That's a bit creepy, no?",
      "What {other} said.",
      "I'm listening.",
      "Nice.",
      "Well, all right.",
      "I'd have run by now.",
      "Poor {npc}.",
      "Not the {thing}, please.",
      "Ha, the {their}.",
    ],
    stances: [
      "Sure, let's {option}.",
      "Fine by me: {option}.",
      "I'd {option}, I think.",
      "Maybe we {option}?",
      "Okay, {option}.",
      "Happy to {option}.",
      "Yes, {option}, why not.",
      "I don't mind. {option}, then.",
    ],
    quirks: [
      { says: "Sure, I'll go with {other}.", wants: "Go along with {other}." },
      { says: "Same as {other}.", wants: "Go along with {other}." },
      { says: "I'm right behind {other}.", wants: "Stay right behind {other}." },
      { says: "You all decide, I'll stick with {other}.", wants: "Stick with {other}." },
      { says: "Whatever {other} does.", wants: "Do whatever {other} does." },
      { says: "I'll just follow {other}, if that's okay.", wants: "Go along with {other}." },
      { says: "{other} knows best. I tag along.", wants: "Tag along with {other}." },
      { says: "Put me down for the same as {other}.", wants: "Do the same as {other}." },
    ],
    tangents: [],
    answers: [
      "Me? Why me? I look round, and nobody else seems to have noticed.",
      "Um. Okay. I'm not sure what I'm supposed to do with {what}.",
      "Are you sure you don't mean one of the others? I hold still, just in case.",
      "I say nothing and stay close to the group.",
    ],
    tellings: [
      "I don't know why it was me, but here it is.",
      "Um, one of you should probably know this.",
      "This is likely nothing.",
      "You'll know better than me what to do with this.",
    ],
    introductions: ["That's about it.", "I'm mostly here for the company.", "The others can tell it better."],
    remarks: {},
  },
};
