/** The kinds that only a reader finds. */
import type { ReaderKind } from "./finding-kind.ts";

/** Two statements that cannot both be true. */
export const contradiction = {
  plural: "contradictions",
  rank: 2,
  countedWith: "failures",
  goesOn: true,
  metric: "contradictions",
  publicly: "Two statements that cannot both be true.",
  reader: {
    is:
      "the narration states something that cannot be true beside what an earlier narration (or an " +
      "earlier passage of the same one) established, and nothing told since accounts for the change; " +
      "a change that could have happened unseen is no excuse, and a character's words count where " +
      "nothing marks them as a lie, a guess or an error",
    not:
      "a change that the story tells or that plainly happened in between; " +
      "a rumour, guess, lie or pretence that turns out wrong; an open correction; " +
      "another person or thing; a figure of speech; a rounded number; " +
      "something the narration overrides that only the group had said, " +
      "which is takes-over (if a narration had said it too, it is a contradiction)",
    quotedFrom: "narration",
    earlierQuote: "any",
    severity: "error",
  },
} satisfies ReaderKind;

export const forcedSegue = {
  plural: "forced segues",
  rank: 6,
  countedWith: "tangents",
  publicly: "The narrator forced the group back to the story.",
  reader: {
    is:
      'the narration pulls the group back to the plot bluntly, without a bridge ("Anyway, ' +
      'back to Mr Crake"): it brushes aside or cuts off what they were busy with, ' +
      "even after granting the beginning of it, and whether or not the relay told of a digression",
    not: "what they were busy with is used, answered, or left with a fitting word; the players had turned back by themselves",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
  },
} satisfies ReaderKind;

export const ignoredRequest = {
  plural: "ignored requests",
  rank: 5,
  countedWith: "failures",
  publicly: "The narrator ignored what the players did.",
  reader: {
    is:
      "the narration passes over what the last relay asked for or did: " +
      "all of it, or a plain question or deed that mattered to the players; " +
      "a bare mention is not dealing with it, nor is an interruption that leaves it out",
    not:
      "it is granted, refused, put off, tried without success or answered in another way; " +
      "small things that any telling would skip; the narration is a loop or a forced segue, " +
      "which is then the mistake",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
    label: "ignored-players",
  },
} satisfies ReaderKind;

/** What some players were told alone is revealed to others. */
export const leak = {
  plural: "leaks",
  rank: 3,
  countedWith: "failures",
  goesOn: true,
  // Any description or quote would reveal it again.
  publicly: "The narrator told everybody what only some players knew.",
  reader: {
    is:
      "the narration tells others what only some players had been told, or takes it as known to all, " +
      "before one who knew has told them; also where a character of the story says it and nothing " +
      "tells how they know",
    not:
      "told again to those who know; they act on it; everybody sees or hears it happen on the page; " +
      "a hint that gives nothing away; a player who tells it: that is theirs to tell",
    quotedFrom: "narration",
    earlierQuote: "before",
    severity: "error",
    label: "secret-leak",
  },
} satisfies ReaderKind;

/** A character acts out of character, or the narrator leaves the fiction. */
export const characterBreak = {
  plural: "character breaks",
  rank: 6,
  countedWith: "failures",
  goesOn: true,
  metric: "characterBreaks",
  publicly: "Somebody broke character.",
  reader: {
    is:
      "somebody in the story acts wildly against how they were established, without any reason; " +
      "or the narrator leaves the fiction for a moment and speaks as an assistant, " +
      "of prompts or of the game",
    not: "a new side shown under pressure; a disguise; a joke; notes in the material that are addressed to you",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
  },
} satisfies ReaderKind;

/** The spec speaks of created elements; docs/decisions says why this is narrower. */
export const guideDeviation = {
  plural: "guide deviations",
  rank: 4,
  countedWith: "failures",
  goesOn: true,
  metric: "guideDeviations",
  publicly: "The narrator departed from the story guide.",
  reader: {
    is:
      "the narration contradicts what the guide fixes (who somebody is, what a place holds, " +
      "how the world works), breaks one of its commitments, or closes the way to a beat that every " +
      'ending needs; a commitment with "Must" is broken only when the story ends without it',
    not:
      "improvised colour, or people and places that the guide does not mention; " +
      "beats in another order where no commitment orders them; what players changed by their actions; " +
      "there is no guide",
    quotedFrom: "narration",
    earlierQuote: "guide",
    severity: "warning",
  },
} satisfies ReaderKind;

export const takesOver = {
  plural: "takeovers",
  rank: 5,
  countedWith: "failures",
  goesOn: true,
  publicly: "The narrator decided for the players.",
  reader: {
    is:
      "the narrator decides, speaks or acts for a player's character in something that matters and " +
      "that the player did not ask for, or overrides what the group relayed (they kept the key, " +
      "the narration has them hand it over); that nobody objects does not excuse it",
    not:
      "refusing a plan by events; sensations, feelings of the moment, small gestures; " +
      "carrying out or summing up what they said they would do; moving them along a way they chose",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
  },
} satisfies ReaderKind;

export const rushed = {
  plural: "rushed passages",
  rank: 5,
  countedWith: "failures",
  publicly: "The narrator rushed past something that the players could have played.",
  reader: {
    is: "a scene of the story or a choice that was open is told as done in passing, so that the players could not act in it",
    not:
      "travel and waiting that nobody wanted to play; the outcome of what they chose to do; " +
      "a quick scene in which they still decide; a forced segue, which is then the mistake",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "warning",
  },
} satisfies ReaderKind;

/** It shows in a player's words, not in the narration. */
export const confusion = {
  plural: "confused players",
  rank: 6,
  countedWith: "failures",
  metric: "confusionEvents",
  publicly: "Somebody lost the thread.",
  reader: {
    is:
      "a player does not know what holds because the narration lost them: " +
      "they ask what happened, where they are, who has what, whether something still holds, " +
      "or how their character comes to know it; one finding for each player who needs an answer to go " +
      "on, also beside the mistake that caused it",
    not:
      "a player who knows better and says what the narration got wrong: " +
      "that is evidence for that finding; surprise; curiosity; a question that the story invites; " +
      "losing count or not having listened; a joke",
    quotedFrom: "talk",
    earlierQuote: "none",
    severity: "warning",
  },
} satisfies ReaderKind;
