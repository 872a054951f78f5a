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
  relay: { comments: 0.35 },
  crossTalk: 0.3,
  inPrivate: { manner: "You want to know what is behind it.", shareChance: 0.5 },
  house: {
    reactions: [
      "I could look at the {thing} all evening.",
      "So that is how they do it here.",
      "I love that somebody thought of the {thing}.",
      "{npc} must have seen a great deal in this place.",
      "There's a whole story behind the {thing}, I can smell it.",
      "What {other} said about the {their} has stuck with me.",
      "Every time I think I understand this place, there is a {thing}.",
      "I want to remember the {thing} for later.",
      "People don't do a thing like that without a reason.",
      "I like how {npc} puts things.",
    ],
    stances: [
      "We'll learn the most if we {option}.",
      "I'd love to {option}.",
      "Let's {option}, slowly, so that I can look at everything.",
      "It would be a shame not to {option}.",
      "I'm for this: {option}, with our eyes open.",
      "If we {option}, we'll see how it works.",
      "I say we {option}; it's the interesting way.",
    ],
    quirks: [
      {
        says: "Who made the {thing}, and what was it for before it was here?",
        wants: "Ask who made the {thing} and what it was for.",
      },
      {
        says: "How long has the {thing} been part of this place? It can't always have been.",
        wants: "Ask about the history of the {thing}.",
      },
      {
        says: "Is there a custom behind that? Everybody steps round the {thing} the same way.",
        wants: "Ask whether there is a custom behind the {thing}.",
      },
      {
        says: "Tell me more about {npc}. Where does somebody like that come from?",
        wants: "Ask {npc} where they come from.",
      },
      {
        says: "What do people here believe about the {thing}? Somebody must have a story about it.",
        wants: "Ask what people here believe about the {thing}.",
      },
      {
        says: "How does the {thing} actually work? I'd like to see the inside.",
        wants: "Ask how the {thing} works.",
      },
      {
        says: "Does the {thing} mean something? It looks like a sign to me.",
        wants: "Ask what the {thing} means.",
      },
      {
        says: "What would the {thing} have cost, in this place and time? And who paid?",
        wants: "Ask what the {thing} is worth and who paid for it.",
      },
      {
        says: "Are there others like the {thing}, or is it the only one?",
        wants: "Ask whether there are others like the {thing}.",
      },
      {
        says: "What do people here do all day, when nobody comes by? I mean the ordinary part.",
        wants: "Ask how people here spend an ordinary day.",
      },
      { says: "What year is it, as they count it here?", wants: "Ask what year it is here." },
    ],
    tangents: [
      {
        aside: "a four-hour film about why old streets bend",
        says: "Has anybody else seen it? {aside}. I watched it twice, and the second half is all drains.",
      },
      {
        aside: "the whole history of the {thing} in eleven parts",
        says: "I once watched a series like that, {aside}, and part six was the best hour of my spring. Has anybody else seen it?",
      },
      {
        aside: "a man who restores one {thing} a year in his shed",
        says: "There's a channel I follow: {aside}. He never speaks. I've learned more from him than from school.",
      },
      {
        aside: "why every old map has a {thing} on it",
        says: "This takes me straight to my favourite rabbit hole: {aside}. I have a theory, and it involves sheep.",
      },
      {
        aside: "what people ate with a {thing} in winter",
        says: "Nobody ever tells you the ordinary parts. I want to know {aside}, and whether there was soup.",
      },
      {
        aside: "the museum with the {thing} in the cellar",
        says: "I went to a place once, you'd all have loved it: {aside}, and a guard who could explain every screw.",
      },
    ],
    answers: [
      "What is behind it? I want to see where {what} comes from and how far back it goes.",
      "I look closer. There must be a reason that it is just so, and I'd like to know it.",
      "Has this happened to anybody before me? I try to find the beginning of it.",
      "I turn it over in my mind like a coin. What does the other side say?",
    ],
    tellings: [
      "I've found something out, and there is a whole history in it.",
      "You'll want to hear this, and then I have a hundred questions.",
      "I was shown something, and I can't stop thinking about it.",
      "This is the most interesting thing all day, and I'm the only one who got it.",
    ],
    introductions: [
      "I have read three books about this sort of place and believed two.",
      "I collect explanations.",
      "I'd like to know who lived here before any of it.",
    ],
    remarks: {
      after: [
        "And I'd love to know who was here before us.",
        "I also wonder how old all this is.",
        "Could you tell us how people here usually do it?",
        "And I'm curious what it is called by those who live with it.",
        "If there is time, I'd like to hear where the custom comes from.",
        "I also want to know what it looks like close up.",
        "And I'd like to know what it was before it was this.",
        "I also wonder who cleans it.",
        "And I'm curious whether there is a word for it.",
        "If anybody here remembers how it used to be, I'd love to hear it.",
      ],
    },
  },
};
