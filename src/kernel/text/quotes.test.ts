import { expect, test } from "vitest";
import { findQuote, normaliseQuote, plainQuote, quoteOccurs } from "./quotes.ts";

const told = "The door gives.\n\n“Come in,” says   the *keeper* — and the lamp goes out.";

test.each([
  ['"Come in," says the keeper', "Come in,” says   the *keeper"],
  ["“the keeper — and the lamp goes out.”", "the *keeper* — and the lamp goes out."],
  ['THE DOOR GIVES. "Come in', "The door gives.\n\n“Come in"],
  ["The door gives … the lamp goes out", told.slice(0, -1)],
  ["says the keeper -- and", "says   the *keeper* — and"],
])("finds a quote copied the way models copy: %s", (quote, words) => {
  expect(quoteOccurs(quote, told)).toBe(true);
  const { start, end } = findQuote(told, quote)!;
  expect(told.slice(start, end)).toBe(words);
});

test.each([
  "",
  '""',
  "keeper says come in",
  "The door opens wide",
  "the lamp goes out … The door gives",
  "door … says … lamp",
])("not a quote of it: %s", (quote) => {
  expect(quoteOccurs(quote, told)).toBe(false);
  expect(findQuote(told, quote)).toBeUndefined();
});

test("a few letters prove nothing, unless they are the whole text", () => {
  expect(quoteOccurs("the", told)).toBe(false);
  expect(quoteOccurs("No.", "“No.”".replaceAll(/[“”]/g, ""))).toBe(true);
});

test("composed letters, wide spaces and soft hyphens do not make another text", () => {
  const text = "Caf\u0065\u0301 Ros\u00ade,\u3000open\u2009all night…";
  expect(normaliseQuote(text)).toBe("café rose, open all night...");
  const { start, end } = findQuote(text, "café rose, open all")!;
  expect(text.slice(start, end)).toBe("Caf\u0065\u0301 Ros\u00ade,\u3000open\u2009all");
});

test("any text is found in itself, whatever its letters", () => {
  const letters = [
    "a",
    "B",
    " ",
    "-",
    "—",
    "*",
    ">",
    "`",
    "\n",
    "é",
    "e\u0301",
    "\u0301",
    "ﬁ",
    "…",
    "“",
    "한",
    "\u200b",
    "😀",
    "İ",
  ];
  for (let seed = 0; seed < 3_000; seed++) {
    const text = Array.from(
      { length: 9 },
      (_, at) => letters[(seed * 7 + at * (seed % 17)) % letters.length],
    ).join("");
    if (plainQuote(text) !== "") expect(findQuote(text, text), JSON.stringify(text)).toBeDefined();
  }
});
