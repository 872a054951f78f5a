import { expect, test } from "vitest";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";
import { classifyByRules } from "../classify-by-rules.ts";
import { nameBook } from "../player-names.ts";
import { masked } from "./apply-marks.ts";
import { marks } from "./secrecy-marks.ts";

test.each(marks.flatMap(({ says }) => says))("a mark finds its example: $example", ({ example, pattern }) => {
  expect(masked(example, nameBook(["Sam", "Alex", "Jo"]))).toMatch(pattern);
});

test("if a mark could mean several players, no player hears it, and the segment says why", () => {
  const text = "With a finger to its lips the ghost drifts past Sam and Alex.";
  const said = classifyByRules(exampleInput({ text }));
  expect(heardBy("all", text, said)).toBe("");
  expect(said.segments).toMatchObject([
    { audience: [], evidence: expect.stringContaining("a request to keep it") },
  ]);
});
