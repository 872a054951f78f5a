import type { ArchetypeLines } from "./archetype-lines.ts";

export const joker: ArchetypeLines = {
  reactions: [
    "All right, I did not see the {thing} coming.",
    "No, this is good. I like where this is going.",
    "I'll be serious for a second: I don't trust {npc} at all.",
    "Okay, nobody touch the {thing} yet.",
    "I agree with {other}, and I mean it.",
    "{other} has been eyeing the {their} since we got here.",
    "Fine, now I actually want to know about the {thing}.",
    "You've got me. I'm properly hooked by the {thing}.",
    "For once I have nothing clever to say about the {thing}.",
    "{npc} deserves a straight answer from us, I think.",
    "Honestly, that was a good moment.",
    "That's the sort of thing I came for.",
  ],
  stances: [
    "Come on, let's {option}.",
    "I'm in: we {option}.",
    "My money is on this: {option}.",
    "Let's {option} before I think better of it.",
    "We {option}, and we do it together.",
    "I vote we {option}.",
    "Right then, {option}. After you, {other}.",
  ],
  quirks: [
    { says: "If the {thing} asks, I was never here." },
    { says: "I've had job interviews that went worse, and those had no {thing} in them." },
    { says: "Two stars. The {thing} was lovely, the service was menacing." },
    { says: "I'd make a pun about the {thing}, but {other} has a vote and knows how to use it." },
    { says: "{npc} has the face of somebody who has just been sold a second-hand boat. By me, probably." },
    { says: "Somebody put the {thing} back on the shelf, we can't afford it." },
    { says: "My doctor told me to avoid stress, salt and the {thing}. One out of three so far." },
    { says: "{other}, you go first. You have the kind of face that bad luck feels sorry for." },
    { says: "That's the second-worst {thing} I've ever met at a work event." },
    { says: "I would like to speak to the manager of the {thing}." },
    { says: "In the pub quiz of life, the {thing} is the picture round." },
    { says: "Relax, everybody, I once held a door open for a magician. I've got this {thing} handled." },
    { says: "If anybody asks, this was {other}'s idea." },
    { says: "I've seen worse plans. I've been most of them." },
  ],
  tangents: [
    {
      aside: "a two-star review of this whole evening",
      says: "I'm already writing it in my head: {aside}, with a photo of {other} looking pained.",
    },
    {
      aside: "the pub quiz that we lost by one cheese",
      says: "This takes me straight back to Thursday and {aside}. Nobody knew the Gouda.",
    },
    {
      aside: "the {thing} in a tiny bow tie",
      says: "Hear me out. {aside}, doing a weekly show for pensioners. I'd buy a season ticket.",
    },
    {
      aside: "a pub quiz team called the {thing} of doom",
      says: "That settles our name for Thursday: {aside}. Who is bringing crisps?",
    },
    {
      aside: "a musical about the {thing} with a tap number",
      says: "I can't stop seeing it. {aside}, sold out for years, my aunt in the front row.",
    },
    {
      aside: "the {thing} as a fridge magnet for nine pounds",
      says: "You know there's a gift shop at the end of this. {aside}. I'd still buy two.",
    },
    {
      aside: "a dating profile for the {thing}",
      says: "Can we write {aside}? Likes: gloom, long walks. Dislikes: us.",
    },
    {
      aside: "the {thing} running for mayor with balloons",
      says: "Somebody explain to me why nobody has tried {aside}. I'd knock on doors for it.",
    },
    {
      aside: "my uncle Terry selling the {thing} from a van",
      says: "You all know what would happen here in real life: {aside}. Cash only, no returns.",
    },
  ],
  answers: [
    "Oh, great, so now I'm the weird one. I wave back at it, slowly, with two fingers.",
    "I laugh, a bit too loud, and tell nobody why. Is it still going to be funny tomorrow?",
    "Of course it picked me: I'm the only one here who tips. I wink at it and move on.",
    "I do a very small bow, in case I'm being watched, and keep {what} for the right moment.",
  ],
  tellings: [
    "You won't believe this, and I swear that I'm not making it up.",
    "So apparently I get special treatment now.",
    "Laugh all you like, but this one was for me.",
    "Gather round, I've got one that nobody else has heard.",
  ],
  introductions: [
    "Ask me about it and I'll tell you a better version.",
    "I talk when I'm nervous, so get used to it.",
    "I brought snacks, in spirit.",
  ],
};
