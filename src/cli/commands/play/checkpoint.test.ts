import { expect, test } from "vitest";
import { outline } from "./checkpoint.ts";

test("names, lists, numbers and multi-line texts are all printed", () => {
  const value = {
    turn: 4,
    text: "One.\nTwo.",
    pulses: [3, 4],
    none: [],
    gone: undefined,
    nothing: null,
    people: [
      { name: "Sam", seat: 0 },
      { name: "Ann", wants: "a\nb" },
    ],
    words: ["x", "y"],
  };
  expect(outline(value)).toBe(`turn: 4
text:
  One.
  Two.
pulses: 3, 4
none: none
nothing: null
people:
  - name: Sam
    seat: 0
  - name: Ann
    wants:
      a
      b
words:
  - x
  - y`);
  expect(outline({ a: 1 }, "  ")).toBe("  a: 1");
});
