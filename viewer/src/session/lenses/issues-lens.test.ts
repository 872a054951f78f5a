import { expect, test } from "vitest";
import { readWords } from "./issues-lens.tsx";

test("lists the reader, how much it read, and kinds that were not looked for", () => {
  expect(
    readWords({
      source: "reader: test/reader",
      turns: [1, 2],
      of: 3,
      unread: [{ turn: 3, why: "too slow" }],
      notLookedFor: ["confusion"],
    }),
  ).toEqual(["test/reader read 2 of 3 turns.", "Not looked for: confusion."]);
  expect(readWords({ turns: [], of: 3, unread: [], notLookedFor: ["contradiction", "leak"] })).toEqual([
    "No reader.",
    "Not looked for (needs --observer MODEL): contradiction, leak.",
  ]);
  expect(readWords(undefined)).toHaveLength(1);
});
