import { expect, test } from "vitest";
import { foundWords } from "./found-words.ts";

const HOUSE = "reader: house (planted faults only)";

test.each([
  ["reader: grok-4", 0.9, "reader model grok-4, 90 % confident; confirmed by a second look"],
  [
    "mechanical, reader: grok-4",
    0.9,
    "a mechanical check and reader model grok-4; confirmed by a second look",
  ],
  ["reader: grok-4", 1, "reader model grok-4"],
  [HOUSE, 0.95, "the house reader (planted fault)"],
  [`mechanical, ${HOUSE}`, 0.95, "a mechanical check and the house reader (planted fault)"],
  ["mechanical", 1, "a mechanical check"],
])("only what is known to have had a second look says so: %s at %s", (source, confidence, words) => {
  expect(foundWords({ source, confidence })).toBe(`Found by ${words}`);
});
