import { expect, test } from "vitest";
import { abOf, checkOf, checkpointIn, matrixOf, playOf } from "./start-requests.ts";

const form = (fields: ReadonlyArray<readonly [string, string]>): FormData => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
};

test("empty fields of a session are left out, and numbers are numbers", () => {
  expect(
    playOf(
      form([
        ["story", "innsmouth"],
        ["narrator", ""],
        ["seed", " 7 "],
        ["maxTurns", "12"],
        ["budget", "0.5"],
      ]),
    ),
  ).toEqual({ story: "innsmouth", seed: "7", maxTurns: 12, budget: 0.5 });
});

test("a matrix is a preset, or stories and prompts of one's own", () => {
  expect(
    matrixOf(
      form([
        ["size", "smoke"],
        ["stories", "innsmouth"],
        ["narrators", "house"],
      ]),
    ),
  ).toEqual({ preset: "smoke", narrators: ["house"] });
  const chosen = [["size", "chosen"] as const, ["stories", "innsmouth"] as const];
  expect(matrixOf(form(chosen))).toEqual({ missing: "Choose at least one prompt." });
  expect(matrixOf(form([...chosen, ["prompts", "a"], ["prompts", "b"], ["sessions", "6"]]))).toEqual({
    stories: ["innsmouth"],
    prompts: ["a", "b"],
    narrators: [],
    sessions: 6,
  });
});

test("an A/B test needs a checkpoint and a change in B", () => {
  expect(abOf(form([]))).toMatchObject({ missing: expect.stringContaining("turn") as string });
  const from = ["checkpoint", "a@b@4"] as const;
  expect(abOf(form([from]))).toMatchObject({ missing: expect.stringContaining("B") as string });
  expect(abOf(form([from, ["b.prompt", "mine"], ["pairs", "20"]]))).toEqual({
    checkpoints: [{ session: "a@b", turn: 4 }],
    a: {},
    b: { prompt: "mine" },
    pairs: 20,
  });
  expect(checkpointIn("no-turn")).toBeNull();
});

test("a check needs a bank", () => {
  expect(checkOf(form([]))).toEqual({ missing: "Choose at least one bank." });
  expect(
    checkOf(
      form([
        ["banks", "state"],
        ["target", "offline"],
        ["baseline", ""],
      ]),
    ),
  ).toEqual({ banks: ["state"], target: "offline" });
});
