import { expect, test } from "vitest";
import { shareIndex, wordIndex } from "./word-index.ts";
import { share } from "../text/index.ts";

const text = new Set(["lamp", "shore", "rope"]);

test("a text is looked up in all parts at once: each gets the weights of the words it has", () => {
  const index = wordIndex([
    new Map([
      ["lamp", 1.5],
      ["bell", 9],
    ]),
    new Map([
      ["lamp", 0.5],
      ["rope", 0.25],
    ]),
    new Map(),
  ]);
  expect(index(text)).toEqual([1.5, 0.75, 0]);
  expect(index(new Set())).toEqual([0, 0, 0]);
});

test("shares are those of each part alone, and of nothing 0", () => {
  const parts = [new Set(["lamp", "bell", "shore"]), new Set(["bell"]), new Set<string>(), new Set(["rope"])];
  expect(shareIndex(parts)(text)).toEqual(parts.map((part) => share(part, text)));
});
