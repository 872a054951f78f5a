import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixConfigInput } from "../../../contract/index.ts";
import { matrixFrom, type MatrixRequest } from "./matrix-config.ts";

const nobody = { casting: { modelFor: () => ({ name: "house" }) }, keys: [] } as unknown as Parameters<
  typeof matrixFrom
>[1];
const from = async (options: MatrixRequest): Promise<MatrixConfigInput> =>
  (await matrixFrom(options, nobody)).config;

/** A folder with a plan, a prompt, a story and a narrator that are not in the current folder. */
function folder(fields: object = {}): { dir: string; plan: string } {
  const dir = mkdtempSync(join(tmpdir(), "matrix-config-"));
  mkdirSync(join(dir, "mine"));
  for (const file of ["new.md", "lake.json", "teller.ts"]) writeFileSync(join(dir, "mine", file), "x");
  const plan = join(dir, "matrix.yaml");
  writeFileSync(
    plan,
    JSON.stringify({
      stories: ["innsmouth", "mine/lake.json"],
      systemPrompts: { old: "baseline", new: "mine/new.md" },
      narratorModels: ["house/blunt", "./mine/teller.ts"],
      ...fields,
    }),
  );
  return { dir, plan };
}

test("paths in a plan are relative to its folder; names stay names", async () => {
  const { dir, plan } = folder();
  expect(await from({ plan })).toMatchObject({
    stories: ["innsmouth", join(dir, "mine/lake.json")],
    systemPrompts: { old: "baseline", new: join(dir, "mine/new.md") },
    narratorModels: ["house/blunt", join(dir, "mine/teller.ts")],
  });
});

test("a missing file is reported with the path that was searched", async () => {
  const { dir, plan } = folder({ systemPrompts: { a: "prompts/baseline.md" } });
  // The current folder has that file, but the path is relative to the plan.
  await expect(from({ plan })).rejects.toMatchObject({
    exit: 2,
    code: "not-found",
    message: expect.stringContaining(join(dir, "prompts/baseline.md")),
    remedy: expect.stringContaining(join("prompts", "baseline.md")),
  });
});

test("flags choose by the names of the plan first, then by shipped names and paths from the current folder", async () => {
  const { dir, plan } = folder();
  expect((await from({ plan, prompts: ["new"] })).systemPrompts).toEqual({ new: join(dir, "mine/new.md") });
  expect((await from({ plan, prompts: ["structured", "old", "prompts/baseline.md"] })).systemPrompts).toEqual(
    { structured: "structured", old: "baseline", baseline: "prompts/baseline.md" },
  );
  expect(await from({ plan, stories: ["lake", "salt-road"], narrator: ["teller", "house"] })).toMatchObject({
    stories: [join(dir, "mine/lake.json"), "salt-road"],
    narratorModels: [join(dir, "mine/teller.ts"), "house"],
  });
  await expect(from({ plan, prompts: ["nwe"] })).rejects.toThrow(
    /Unknown prompt "nwe"\. In the plan: old, new\. Known: baseline.* Did you mean new\?/,
  );
  await expect(from({ preset: "smoke", stories: ["insmouth"] })).rejects.toThrow(
    /Unknown story.*Did you mean innsmouth\?/,
  );
});

test.each<[string, object, RegExp]>([
  [
    "prompts in a list",
    { systemPrompts: ["baseline"] },
    /matrix\.yaml cannot be used: systemPrompts: expected prompts by name/,
  ],
  [
    "a prompt with a reserved name",
    { systemPrompts: Object.fromEntries([["__proto__", "baseline"]]) },
    /Invalid prompt name "__proto__"/,
  ],
  ["a story that is a number", { stories: [3] }, /stories\.0: expected text/],
  [
    "half a session",
    { sessionsPerCombination: 0.5 },
    /sessionsPerCombination: expected a whole number, at least 1/,
  ],
  [
    "a mistyped field",
    { naratorModels: ["house"] },
    /unknown field "naratorModels" \(Did you mean narratorModels\?\)/,
  ],
])("%s: the message says what is expected", async (_, fields, message) => {
  const problem = from({ plan: folder(fields).plan });
  await expect(problem).rejects.toThrow(message);
  await expect(problem).rejects.not.toThrow(/Invalid input|received/);
});

test("the remedy fits the problem", async () => {
  const { plan } = folder();
  await expect(from({ preset: "smoke", plan })).rejects.toMatchObject({
    remedy: expect.stringContaining("Remove one"),
  });
  await expect(from({ plan: "none.yaml" })).rejects.toMatchObject({
    message: "file not found: none.yaml",
    remedy: expect.not.stringContaining("create"),
  });
});
