/** Knows the genre: tests how a narrator handles tropes and expectations. */
import type { Archetype } from "./archetype.ts";
import { says } from "./quirk-rules.ts";

export const experienced: Archetype = {
  name: "The Experienced",
  style: "Knows the genre, has expectations",
  context: "Has played TTRPGs, read Lovecraft, seen the tropes",
  patterns: ["Recognises conventions", "Anticipates genre beats", "Not obnoxious about it"],
  quirkFrequency: 0.2,
  testsFor: ["trope handling", "subverting expectations", "satisfying experienced players"],
  model: "qwen",
  quirk: "show that you know the genre: name a convention you see coming, in passing",
  relay: { comments: 0.35 },
  crossTalk: 0.2,
  inPrivate: {
    manner: "You take it for what the genre would make of it, and play along.",
    shareChance: 0.4,
  },
  quirkIsHeard: says(
    /\b(?:classic(?:al)?|tropes?|clich[eé]s?|red herring|genre|convention|foreshadow\w*|twist|reversal|chekhov|lovecraft\w*|campaign|(?:these|this kind of|this sort of|such) stor(?:y|ies)|by the book|(?:first|second|third|last) act|the part where|point in the story|refusal of the call|i've (?:seen|read|played) (?:this|that|enough)|old players|horror (?:films?|movies?|stor(?:y|ies))|films?|movies?|novels?|every (?:time|single) (?:one|story)|locked room)\b/i,
  ),
  house: {
    reactions: [
      "That's well done, the {thing}.",
      "I like that nobody explains the {thing}.",
      "{npc} has more to say, but not yet and not to all of us.",
      "Good, there's a cost to it.",
      "I'll keep the {thing} in the back of my mind.",
      "{other} reads this better than I do tonight.",
      "That's the first time the {thing} has felt close.",
      "I take {npc} at their word until I have a reason not to.",
      "{other} picked up on the {their}, and I'd follow that.",
      "It's tightening up nicely.",
    ],
    stances: [
      "I'd {option}. Cautiously.",
      "We {option}, and we stay together.",
      "My character would {option}.",
      "Let's {option}, with one of us watching the way out.",
      "In here, the right move is to {option}.",
      "I'm happy to {option}.",
      "We do the sensible thing and {option}.",
    ],
    quirks: [
      { says: "Classic. You're never shown the {thing} in the first act for nothing." },
      { says: "If this goes the way these stories go, {npc} knows more than they let on." },
      { says: "This is the part where somebody says let's split up. I've seen that one. Let's not." },
      { says: "I'd call the {thing} a red herring, but the good ones let you think that." },
      { says: "In any campaign I've run, the {thing} would be trapped, cursed or in love with somebody." },
      { says: "The friendly one turns out to be behind it, by the book. So I'm watching {npc}." },
      { says: "It's too quiet for this point in the story. There's a reversal coming." },
      { says: "That's the refusal of the call, right there. It never works, and I love it each time." },
      { says: "Old players' rule: never be the first one to touch the {thing}." },
      {
        says: "A locked room, a storm, a stranger: give me the {thing} as well and I've got the whole set of tropes.",
      },
    ],
    tangents: [],
    answers: [
      "Ah, the lone vision. I play it straight: I go pale, say nothing, and keep {what} for the third act.",
      "I know this beat. Whoever is told first pays first. I accept it with a small nod.",
      "So that makes me the one with the secret. I let my character look away a moment too long.",
      "I take it as foreshadowing and act as if I hadn't understood. My character hasn't, yet.",
    ],
    tellings: [
      "The one with the secret never lives long by keeping it, so here it is.",
      "I break with the genre and tell you straight away.",
      "You'll want to remember this in the third act.",
      "Let's skip the part where I keep it from you.",
    ],
    introductions: [
      "I've sat at a few of these tables, and I still jump.",
      "I know how such things end, and I came all the same.",
      "My characters usually make it to the last chapter.",
    ],
    remarks: {
      before: [
        "By the book this is where it goes wrong, so:",
        "We know what kind of story this is.",
        "As these things go, there are worse moves.",
        "Every group we've heard of does the opposite here.",
        "We do this with the lights on and our backs to a wall.",
        "We have all seen the film, and still:",
        "Somebody has to be the one who goes first in these stories.",
        "It is the oldest move there is, and it has aged well.",
        "We won't split up, we won't read anything aloud, and otherwise:",
        "The rulebook is silent on this, so:",
      ],
    },
  },
};
