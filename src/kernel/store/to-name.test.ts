import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkName, toName } from "./index.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        "con",
        "nul",
        "COM1",
        "lpt¹",
        ".",
        "..",
        " ",
        "-",
        "_",
        "a",
        "A",
        "é",
        "\u0301",
        "ﬃ",
        "℀",
        "\ud800",
        "\udc00",
        "\u200b",
        "\u3164",
        "1",
      ),
    )
    .map((parts) => parts.join("")),
);
const runs = { numRuns: 3_000 };

test("every text gets a name that is safe, and always the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = toName(text);
      expect(checkName(name, "name")).toBe(name);
      expect(toName(text)).toBe(name);
    }),
    runs,
  );
});

test("different texts get different names, also on disks that ignore case", () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      fc.pre(a !== b);
      expect(toName(a).toUpperCase()).not.toBe(toName(b).toUpperCase());
    }),
    runs,
  );
});

test("nearly the same texts get different names", () => {
  const variants = [
    "a b",
    "a  b",
    "a-b",
    "A b",
    "a_b",
    "a.b",
    " a b",
    "a b.",
    "a/b",
    "á b",
    "a\u0301 b",
    "a b\u200b",
    "\ud800",
    "\ud801",
    "x".repeat(120),
    "x".repeat(121),
    "x".repeat(122),
  ];
  // The name of another text, taken as a text.
  variants.push(toName("a b"), toName(toName("a b")));
  expect(new Set(variants.map(toName)).size).toBe(variants.length);
});

test("names stay readable", () => {
  for (const plain of ["opus-4.5", "turn_7", "x".repeat(120)]) expect(toName(plain)).toBe(plain);
  expect(toName("The Dragon's Lair!")).toMatch(/^the-dragon-s-lair-[0-9a-f]{8}$/);
  expect(toName("turn/7/player/2")).toMatch(/^turn-7-player-2-[0-9a-f]{8}$/);
  expect(toName("История 1")).toMatch(/^история-1-[0-9a-f]{8}$/);
  expect(toName("con.txt")).toMatch(/^con-txt-[0-9a-f]{8}$/);
  expect(toName("")).toMatch(/^unnamed-[0-9a-f]{8}$/);
  expect(toName("../../etc/passwd")).toMatch(/^etc-passwd-[0-9a-f]{8}$/);
  expect(Buffer.byteLength(toName("語".repeat(500)))).toBeLessThanOrEqual(120);
});
