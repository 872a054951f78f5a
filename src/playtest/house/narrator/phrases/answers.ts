/** Before the answer to {name}'s question. */
export const leads: readonly string[] = [
  "{name} asks, and the answer is there for whoever looks.",
  "A fair question, and {name} has the eyes for it.",
  "You take the time that {name}'s question deserves.",
  "{name} wants to know, so you look again, and properly.",
  "It is a good thing that {name} asked.",
  "{name}'s question has an answer, and it is near at hand.",
  "There is something to be learned here, as {name} suspected.",
  "{name} does not let it go, and is right not to.",
  "The question is hardly out of {name}'s mouth when you see it.",
  "You had half wondered about that yourselves, before {name} said it aloud.",
];

export const leadsUnnamed: readonly string[] = [
  "You ask, and you look, and this much can be seen.",
  "There is an answer to that, if a small one.",
  "You give it a second look.",
  "That can be answered from where you stand.",
  "As far as one can tell, it is like this.",
  "To answer that, you have only to look.",
  "A little patience, and it shows.",
];

/** Between two things that are found. */
export const further: readonly string[] = [
  "And there is more.",
  "That is not all.",
  "Looking longer, you find another thing.",
  "Nor does it end there.",
  "One more thing goes with it.",
];

/** Where the question itself stays open, and looking for an answer turns up something else. */
export const sidelong: readonly string[] = [
  "{name}'s question stays open for now; what you do see is this.",
  "What {name} asks cannot be told from here, but this can.",
  "You find no answer for {name}, and yet the looking is not wasted.",
  "{name}'s question goes round and comes home empty, with one thing in its hand.",
  "{name} asks, and nobody can say; on the other hand, there is this.",
  "For {name} there is only half an answer, and it is to another question.",
  "To answer {name} would take longer than you have, but so much can be said.",
  "To {name}'s question the place keeps its counsel, but not on everything.",
];

export const sidelongUnnamed: readonly string[] = [
  "Your question stays open for now; what you do see is this.",
  "What you ask cannot be told from here, but this can.",
  "You find no answer to it, and yet the looking is not wasted.",
  "Half an answer is all there is, and it is to another question.",
  "You ask, and nobody can say, though there is this.",
  "To answer that would take longer than you have, but so much can be said.",
  "There is no plain answer, only a thing that may be part of one.",
  "Your question goes round and comes home with something else in its hand.",
];

/** Where the guide has no answer: nothing is invented. */
export const unknown: readonly string[] = [
  "Nothing here gives that away, not yet.",
  "You look, and for the time being the place keeps that to itself.",
  "Nobody present could tell you, and nobody tries.",
  "That is a question for later, and it will still be there.",
  "What you can see leaves it open.",
  "You turn it over between you and come to no end of it.",
];

/** {name} is put in the light for a moment, and sees something. */
export const spotlights: readonly string[] = [
  "{name} keeps hold of one small thing.",
  "It is {name} who does not miss it.",
  "One thing more, for whoever keeps count, and {name} does.",
  "{name} nudges the nearest of you.",
  "You would have gone past it, but {name} does not.",
  "Trust {name} to have noticed.",
];

/** The same with what {name} is: {epithet}. */
export const spotlightsAs: readonly string[] = [
  "It takes {epithet} to notice, and that is {name}.",
  "{name} sees it first, as {epithet} would.",
  "You can tell that {name} is {epithet}: nothing is let slip.",
  "Being {epithet} is good for something, and {name} proves it.",
  "{name} looks at it with the eye of {epithet}.",
];

/** Somebody of the story speaks; the last of them to {name}. */
export const speeches: readonly string[] = [
  '"{line}," says {npc}.',
  '"{line}," {npc} remarks, to nobody in particular.',
  '{npc} looks from one to the other of you. "{line}."',
  '"{line}," says {npc}, and lets it stand.',
  '{npc} has been waiting to say it. "{line}."',
  '{npc} turns to {name}. "{line}."',
  '"{line}," says {npc} to {name}, as if it had been asked for.',
  'It is {name} whom {npc} speaks to. "{line}."',
];
