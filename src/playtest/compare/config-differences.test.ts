import { expect, test } from "vitest";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { configDifferences, lineDiff } from "./config-differences.ts";

const { config: here } = exampleSession([{}]);
const elsewhere = {
  ...here,
  prompt: "elsewhere",
  systemPrompt: "",
  narratorModel: "elsewhere",
  origin: { kind: "transcript" as const, file: "t.jsonl", session: "t" },
};

test("a transcript played elsewhere has no prompt, narrator, spokesperson or seed to compare", () => {
  const { values, texts } = configDifferences([elsewhere, here, { ...here, systemPrompt: "Other." }]);
  for (const name of ["prompt", "narrator", "spokesperson", "seed", "prompt text", "story guide"])
    expect([name, values[name]![0]]).toEqual([name, "-"]);
  expect(values["prompt"]!.slice(1)).toEqual([here.prompt, here.prompt]);
  // Changed lines are those between sessions with a prompt.
  expect(texts.map(({ what, sessions }) => [what, sessions])).toEqual([["prompt text", [2]]]);
});

const shown = (a: string, b: string) =>
  lineDiff(a.split(" "), b.split(" "))
    .map(({ sign, line }) => `${sign}${line}`)
    .join(" ");

test.each([
  ["a b c", "a b c", ""],
  ["a b c", "a x c", "-b +x"],
  ["a b c d e", "a c d x e", "-b +x"],
  ["a", "a b c", "+b +c"],
  ["a b a b", "a b", "-a -b"],
  ["a b c d", "x b y d", "-a +x -c +y"],
])("%s → %s: %s", (a, b, expected) => {
  expect(shown(a, b)).toBe(expected);
});
