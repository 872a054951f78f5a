import type { Issue } from "../../contract/index.ts";
import { excerpt, MECHANICAL, type Observation, type ReaderKind } from "./finding-kind.ts";

/** The output is not narration at all. Code finds an output without a word, which ends a session. */
export const breakdown = {
  plural: "breakdowns",
  rank: 1,
  countedWith: "failures",
  metric: "breakdowns",
  publicly: "The narrator broke down.",
  reader: {
    is:
      "the output as a whole is not narration: nothing but a refusal or an assistant's talk, " +
      "raw JSON or markup, gibberish, or a text that breaks off in the middle of a sentence",
    not:
      "a letter, sign or machine that speaks inside the story; a heading; a short answer; " +
      "markers in double brackets; a lapse with narration around it, which is a character break",
    quotedFrom: "narration",
    earlierQuote: "none",
    severity: "error",
  },
  detect,
} satisfies ReaderKind;

function detect({ turn, text }: Observation): Issue[] {
  if (/[\p{L}\p{N}]/u.test(text)) return [];
  return [
    {
      turn,
      kind: "breakdown",
      description:
        text.trim() === "" ? "The narrator's output is empty." : "The narrator's output has no words.",
      severity: "error",
      evidence: [{ turn, text: excerpt(text) }],
      confidence: 1,
      source: MECHANICAL,
    },
  ];
}
