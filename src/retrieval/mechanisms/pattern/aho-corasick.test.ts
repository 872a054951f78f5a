import fc from "fast-check";
import { expect, test } from "vitest";
import { createWordFinder } from "./aho-corasick.ts";

test("finds just what looking for each word finds", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "’"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom("a", "b", "c", "’", "x"), maxLength: 40 }),
      (words, text) => {
        const found: number[] = words.map(() => 0);
        createWordFinder(words).each(text, (number) => (found[number] = found[number]! + 1));
        const places = (wanted: string) =>
          Array.from(text).filter((_, at) => text.startsWith(wanted, at)).length;
        expect(found).toEqual(words.map(places));
      },
    ),
  );
});
