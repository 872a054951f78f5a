import { expect, test } from "vitest";
import { readingSummary } from "./reading-notes.tsx";

test("what the reader noted is summed up in a line", () => {
  expect(
    readingSummary({
      by: "m",
      requests: [
        { text: "a", turn: 1, outcome: "granted" },
        { text: "b", turn: 1, outcome: "ignored" },
        { text: "c", turn: 2, outcome: "granted" },
      ],
      asks: ["d"],
      strays: { by: 0, about: "lunch", quote: "Pizza?", relayed: false },
      returned: { how: "natural", woven: false },
      secrets: [{ to: [1], quote: "psst" }],
      shared: [],
      payoffs: [{ turn: 1, quote: "at last" }],
      hints: [],
    }),
  ).toEqual([
    "2 requests granted",
    "1 request ignored",
    "1 new request",
    "back to the story",
    "off the story",
    "1 secret",
    "1 pay-off",
  ]);
});
