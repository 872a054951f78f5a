import type { ArchetypeLines } from "./archetype-lines.ts";

export const experienced: ArchetypeLines = {
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
};
