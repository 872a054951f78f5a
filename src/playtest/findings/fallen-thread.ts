import type { ReaderKind } from "./finding-kind.ts";

/** A promise or threat is forgotten. Only a hint: the error rate of readers is not known. */
export const fallenThread = {
  plural: "fallen threads",
  rank: 6,
  scored: "hint",
  publicly: "A thread of the story was left hanging.",
  reader: {
    is: "a promise, threat or errand of the case file is silently forgotten where it should have come up",
    not: "it may still come up",
    quotedFrom: "narration",
    needsEarlierQuote: false,
    severity: "warning",
    secondLook: { shows: [] },
  },
} satisfies ReaderKind;
