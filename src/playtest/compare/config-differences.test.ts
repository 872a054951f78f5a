import { expect, test } from "vitest";
import { exampleSession } from "../../../tests/support/example-session.ts";
import { configDifferences } from "./config-differences.ts";

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
