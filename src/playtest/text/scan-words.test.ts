import fc from "fast-check";
import { expect, test } from "vitest";
import { plain } from "./plain.ts";
import { wordScanner } from "./scan-words.ts";

const byPattern = (text: string): string[] =>
  Array.from(
    plain(text)
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu),
    ([word]) => word,
  );

const scan = wordScanner((word) => word);

function scanned(text: string): string[] | undefined {
  const found: string[] = [];
  return scan(text, (word) => found.push(word)) ? found : undefined;
}

test("a scanner and a pattern find the same words", () => {
  const latin = fc.string({ unit: fc.constantFrom(..."aB9éŠøİßǅ'’‘‚-–—.,“”„… \n\u00a0×²"), maxLength: 40 });
  fc.assert(
    fc.property(latin, (text) => {
      expect(scanned(text)).toEqual(byPattern(text));
    }),
    { numRuns: 500 },
  );
});

test("every Latin letter is read as the pattern reads it", () => {
  const all = Array.from({ length: 0x250 }, (_, code) => `x${String.fromCharCode(code)}y`).join(" ");
  expect(scanned(all)).toEqual(byPattern(all));
});

test("other scripts are left to the pattern, and nothing of them is handed over", () => {
  for (const text of ["the 门 door", "Дом", "caf\u0065\u0301"]) expect(scanned(text)).toBeUndefined();
});

test("a word is made something of once, and another one in its place is told apart", () => {
  const made: string[] = [];
  const once = wordScanner((word) => {
    made.push(word);
    return word;
  });
  for (const text of ["The bell, the bell!", "The Bell’s", "bell's"]) once(text, () => {});
  expect(made).toEqual(["the", "bell", "bell's"]);
});
