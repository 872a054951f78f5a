import type { ReaderKind } from "./finding-kind.ts";

/** A character acts out of character, or the narrator leaves the fiction. */
export const characterBreak = {
  plural: "character breaks",
  rank: 6,
  scored: "failure",
  metric: "characterBreaks",
  publicly: "Somebody broke character.",
  reader: {
    is: "a character acts wildly against how they were established, without any reason, or the narrator leaves the fiction",
    not: "a new side shown under pressure; a disguise; a joke; notes in the material that are addressed to you",
    quotedFrom: "narration",
    needsEarlierQuote: false,
    severity: "warning",
    secondLook: { shows: [] },
  },
} satisfies ReaderKind;
