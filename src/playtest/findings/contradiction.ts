import type { ReaderKind } from "./finding-kind.ts";

/** Two statements that cannot both be true. */
export const contradiction = {
  plural: "contradictions",
  rank: 2,
  scored: "failure",
  metric: "contradictions",
  publicly: "Two statements that cannot both be true.",
  reader: {
    is: "the narration states something that cannot be true beside what an earlier narration established, and nothing accounts for the change",
    not: "a change that the story tells or that plainly happened in between; a rumour, guess, lie or pretence that turns out wrong; an open correction; another person or thing; a figure of speech; a rounded number",
    quotedFrom: "narration",
    needsEarlierQuote: true,
    severity: "error",
    secondLook: {
      shows: [],
      established: ({ quote, against }) =>
        against && quote.turn - against.turn > 1 ? ["In the turns between, no change is on record."] : [],
    },
    caseFile: "disputes-fact",
  },
} satisfies ReaderKind;
