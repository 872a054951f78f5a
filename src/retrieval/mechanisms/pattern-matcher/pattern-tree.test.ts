import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePattern, requiredLiterals } from "./pattern-tree.ts";

const literalsOf = (source: string) => {
  const tree = parsePattern(source);
  return tree && requiredLiterals(tree);
};

test.each<[string, string[] | undefined]>([
  ["\\bsuicide\\b", ["suicide"]],
  ["Better Off", ["better off"]],
  ["want(s|ed)? to", ["wants to", "wanted to", "want to"]],
  ["(not|don'?t) feel safe", ["not feel safe", "don't feel safe", "dont feel safe"]],
  ["a.*suicide", ["suicide"]],
  ["\\w+ing it all", ["ing it all"]],
  ["(?:kill|hurt) my ?self\\b", ["kill my self", "kill myself", "hurt my self", "hurt myself"]],
  ["gr[ae]y rock", ["gray rock", "grey rock"]],
  ["self[ -]?harm", ["self harm", "self-harm", "selfharm"]],
  ["kil+", ["ki"]],
  ["(abc){2,5}", ["abc"]],
  ["self\\sharm", ["self harm"]],
  ["c\\+\\+", ["c++"]],
  ["x?", undefined],
  ["(a|b*)", undefined],
  ["[^a]", undefined],
  ["\\d{3}", undefined],
  ["(?s)a", undefined],
  ["\\Qab\\E", undefined],
  ["(a)\\1", undefined],
  ["a{", undefined],
])("%s", (source, literals) => {
  expect(literalsOf(source)).toEqual(literals);
});

const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b", "ab", "abc", "c", "[ab]", "[^a]", ".", "\\b", "\\w", " ", "\\s", "^", "$"),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, two]) => one + two),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, two]) => `(?:${one}|${two})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("?", "*", "+", "{2}", "{0,2}", "{1,3}", "*?", "{0}"))
      .map(([one, sign]) => `(${one})${sign}`),
  ),
}));

test("nothing matches without one of them", () => {
  let told = 0;
  fc.assert(
    fc.property(
      pattern,
      fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", " ") }), { minLength: 5, maxLength: 20 }),
      (source, texts) => {
        const literals = literalsOf(source);
        if (literals) told += 1;
        const regex = new RegExp(source, "iu");
        for (const text of texts)
          if (literals && regex.test(text))
            expect(literals.some((literal) => text.includes(literal))).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
  // A function that always returns undefined would satisfy the property.
  expect(told).toBeGreaterThan(300);
});
