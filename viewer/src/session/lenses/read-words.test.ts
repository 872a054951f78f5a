import { expect, test } from "vitest";
import { readWords } from "./read-words.ts";

test("who read, what they did not read, and what nobody looked for", () => {
  expect(
    readWords({
      source: "reader: test/reader",
      turns: [1, 2],
      of: 3,
      unread: [{ turn: 3, why: "too slow" }],
      notLookedFor: ["confusion"],
    }),
  ).toEqual(["Read 2 of 3 turns by test/reader.", "Unread turns: 3.", "Not looked for: confusion."]);
  expect(readWords({ turns: [], of: 3, unread: [], notLookedFor: ["contradiction", "leak"] })).toEqual([
    "Nobody read this session.",
    "Not looked for (needs an observer model): contradiction, leak.",
  ]);
  expect(readWords(undefined)).toHaveLength(1);
});
