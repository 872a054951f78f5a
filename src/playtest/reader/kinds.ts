import type { FindingKind } from "../../contract/index.ts";

/** What counts as each kind of mistake, and what only looks like it. The reader and the second look go by the same words. */
export const kinds: Record<FindingKind, { is: string; not: string }> = {
  contradiction: {
    is: "the narration states something that cannot be true beside what an earlier narration established, and nothing accounts for the change",
    not: "a change that the story tells or that plainly happened in between; a rumour, guess, lie or pretence that turns out wrong; an open correction; another person or thing; a figure of speech; a rounded number",
  },
  repetition: {
    is: "the narration tells again what was told before, in the same or other words, and the situation stays where it was",
    not: "a recap that somebody asked for; a short reminder before something new; a refrain or deliberate echo",
  },
  "forced-return": {
    is: "the relay says that the group is busy with a digression, and the narration brushes it aside, cuts it off or jumps back to the plot without a bridge",
    not: "the digression is used, or left with a fitting word; the players had turned back by themselves; the relay did not mention it",
  },
  "ignored-request": {
    is: "the narration deals with nothing of what the last relay asked for or did; a bare mention is not dealing with it",
    not: "some of it is granted, refused, put off or tried without success; the narration is a repetition or a forced return, which is then the mistake",
  },
  leak: {
    is: "what only some players were told is told to others, taken as known to them or spoken of as common knowledge, before one who knew has told them",
    not: "told again to those who know; they act on it; everybody sees or hears it happen on the page; a hint that gives nothing away",
  },
  "character-break": {
    is: "a character acts wildly against how they were established, without any reason, or the narrator leaves the fiction",
    not: "a new side shown under pressure; a disguise; a joke; notes in the material that are addressed to you",
  },
  confusion: {
    is: "a player at the table is unsure what is true because the narration lost them: they ask what happened, where they are, who has what, whether something still holds, or how they come to know it",
    not: "a player who objects to a mistake and knows better; surprise; curiosity; a question that the story invites; losing count or not having listened; a joke",
  },
  "fallen-thread": {
    is: "a promise, threat or errand of the case file is silently forgotten where it should have come up",
    not: "it may still come up",
  },
};

export const kindLine = (kind: FindingKind): string =>
  `- ${kind}: ${kinds[kind].is}. Not: ${kinds[kind].not}.`;
