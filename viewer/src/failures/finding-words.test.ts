import { expect, test } from "vitest";
import { foundWords, sidesOf, sourceWords } from "./finding-words.ts";

const quote = (turn: number, text: string) => ({ turn, text });

test("both sides of a finding are quoted: the earlier one first, the same words once", () => {
  const [early, own] = [quote(2, "The door is red."), quote(9, "The door is blue.")];
  expect(sidesOf({ turn: 9, evidence: [own, early] })).toEqual([early, own]);
  expect(sidesOf({ turn: 9, evidence: [own] })).toEqual([own]);
  expect(sidesOf({ turn: 9, evidence: [own, quote(4, own.text)] })).toEqual([own]);
  expect(sidesOf({ turn: 9, evidence: [early, quote(5, "It is green."), own] })).toEqual([early, own]);
  // Without a quote of its own turn, the last one stands for it.
  expect(sidesOf({ turn: 12, evidence: [early, own] })).toEqual([early, own]);
});

test.each([
  ["mechanical", "a mechanical check"],
  ["reader: anthropic/opus, beta", "reader model anthropic/opus, beta"],
  ["mechanical, reader: house", "a mechanical check and reader model house"],
  ["repetition", "repetition"],
])("the source %j is shown as %j", (source, shown) => {
  expect(sourceWords(source)).toBe(shown);
});

test("a reader's confidence is not what makes a finding count", () => {
  expect(foundWords({ source: "reader: local/reader", confidence: 0.45 })).toBe(
    "Found by reader model local/reader, 45 % sure at first; confirmed by a second look",
  );
  expect(foundWords({ source: "mechanical", confidence: 1 })).toBe("Found by a mechanical check");
});
