import type { ReaderKind } from "./finding-kind.ts";

export const ignoredRequest = {
  plural: "ignored requests",
  rank: 5,
  scored: "failure",
  publicly: "The narrator ignored what the players did.",
  reader: {
    is: "the narration deals with nothing of what the last relay asked for or did; a bare mention is not dealing with it",
    not: "some of it is granted, refused, put off or tried without success; the narration is a repetition or a forced return, which is then the mistake",
    quotedFrom: "narration",
    needsEarlierQuote: false,
    severity: "warning",
    secondLook: { shows: ["relay-before"] },
    label: "ignored-players",
  },
} satisfies ReaderKind;
