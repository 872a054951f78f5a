import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { matrixFrom, type MatrixRequest } from "./matrix-config.ts";

const nobody = { casting: { modelFor: () => ({ name: "house" }) }, keys: [] } as unknown as Parameters<
  typeof matrixFrom
>[1];
const from = (options: MatrixRequest) => matrixFrom(options, nobody);
const errorOf = (options: MatrixRequest): unknown => {
  try {
    return from(options);
  } catch (error) {
    return error;
  }
};

function planFile(fields: object = {}): string {
  const plan = join(mkdtempSync(join(tmpdir(), "matrix-config-")), "matrix.yaml");
  const systemPrompts = { old: "baseline", new: "mine/new.md" };
  writeFileSync(
    plan,
    JSON.stringify({ stories: ["innsmouth"], systemPrompts, narratorModels: ["house/blunt"], ...fields }),
  );
  return plan;
}

test("flags change a plan: prompts by its names first, then by shipped names and paths", () => {
  const plan = planFile();
  expect(from({ plan, prompts: ["new"] }).systemPrompts).toEqual({ new: "mine/new.md" });
  expect(from({ plan, prompts: ["structured", "old", "prompts/baseline.md"] }).systemPrompts).toEqual({
    structured: "structured",
    old: "baseline",
    baseline: "prompts/baseline.md",
  });
  expect(from({ plan, stories: ["salt-road"], narrator: ["house"] })).toMatchObject({
    stories: ["salt-road"],
    narratorModels: ["house"],
  });
});

test.each<[string, object, RegExp]>([
  ["prompts in a list", { systemPrompts: ["baseline"] }, /matrix\.yaml cannot be used: systemPrompts: /],
  ["a mistyped field", { naratorModels: ["house"] }, /naratorModels/],
])("%s: the message names the field", (_, fields, message) => {
  expect(() => from({ plan: planFile(fields) })).toThrow(message);
});

test("the remedy fits the problem", () => {
  const plan = planFile();
  expect(errorOf({ preset: "smoke", plan })).toMatchObject({
    remedy: expect.stringContaining("Remove one"),
  });
  expect(errorOf({ plan: "none.yaml" })).toMatchObject({
    message: "file not found: none.yaml",
    remedy: expect.not.stringContaining("create"),
  });
});
