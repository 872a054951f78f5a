import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixConfigInput } from "../../../contract/index.ts";
import { matrixFrom, type MatrixFlags } from "./matrix-config.ts";

const nobody = { casting: { modelFor: () => ({ name: "house" }) }, keys: [] } as unknown as Parameters<
  typeof matrixFrom
>[1];
const from = (flags: Partial<MatrixFlags>): Promise<MatrixConfigInput> =>
  matrixFrom({ stories: [], prompts: [], narrator: [], ...flags }, nobody);

/** A folder with a config, a prompt, a story and a narrator of one's own in it: nothing of it is the current folder. */
function folder(fields: object = {}): { dir: string; config: string } {
  const dir = mkdtempSync(join(tmpdir(), "matrix-config-"));
  mkdirSync(join(dir, "mine"));
  for (const file of ["new.md", "lake.json", "teller.ts"]) writeFileSync(join(dir, "mine", file), "x");
  const config = join(dir, "matrix.yaml");
  writeFileSync(
    config,
    JSON.stringify({
      stories: ["innsmouth", "mine/lake.json"],
      systemPrompts: { old: "baseline", new: "mine/new.md" },
      narratorModels: ["house/blunt", "./mine/teller.ts"],
      ...fields,
    }),
  );
  return { dir, config };
}

test("paths in a config are meant from its folder; names stay names", async () => {
  const { dir, config } = folder();
  expect(await from({ config })).toMatchObject({
    stories: ["innsmouth", join(dir, "mine/lake.json")],
    systemPrompts: { old: "baseline", new: join(dir, "mine/new.md") },
    narratorModels: ["house/blunt", join(dir, "mine/teller.ts")],
  });
});

test("what is not there is told with where it was looked for", async () => {
  const { dir, config } = folder({ systemPrompts: { a: "prompts/baseline.md" } });
  // The current folder has that file, and is not where it is meant from.
  await expect(from({ config })).rejects.toMatchObject({
    exit: 2,
    code: "unknown-prompt",
    message: expect.stringContaining(join(dir, "prompts/baseline.md")),
    remedy: expect.stringContaining(join("prompts", "baseline.md")),
  });
});

test("flags choose by the names of the config first, then by shipped names and paths from here", async () => {
  const { dir, config } = folder();
  expect((await from({ config, prompts: ["new"] })).systemPrompts).toEqual({ new: join(dir, "mine/new.md") });
  expect(
    (await from({ config, prompts: ["structured", "old", "prompts/baseline.md"] })).systemPrompts,
  ).toEqual({ structured: "structured", old: "baseline", baseline: "prompts/baseline.md" });
  expect(await from({ config, stories: ["lake", "salt-road"], narrator: ["teller", "house"] })).toMatchObject(
    {
      stories: [join(dir, "mine/lake.json"), "salt-road"],
      narratorModels: [join(dir, "mine/teller.ts"), "house"],
    },
  );
  await expect(from({ config, prompts: ["nwe"] })).rejects.toThrow(
    /Unknown prompt "nwe"\. In the config: old, new\. Known: baseline.* Did you mean new\?/,
  );
  await expect(from({ preset: "smoke", stories: ["insmouth"] })).rejects.toThrow(
    /Unknown story.*Did you mean innsmouth\?/,
  );
});

test.each<[string, object, RegExp]>([
  [
    "prompts in a list",
    { systemPrompts: ["baseline"] },
    /matrix\.yaml cannot be used: systemPrompts: each prompt's name with where it stands belongs here/,
  ],
  ["a story that is a number", { stories: [3] }, /stories\.0: a text belongs here/],
  ["half a session", { sessionsPerCombination: 0.5 }, /sessionsPerCombination: a whole number from 1 on/],
  [
    "a mistyped field",
    { naratorModels: ["house"] },
    /"naratorModels" is no field of a matrix \(Did you mean narratorModels\?\)/,
  ],
])("%s: what belongs there is said", async (_, fields, message) => {
  const problem = from({ config: folder(fields).config });
  await expect(problem).rejects.toThrow(message);
  await expect(problem).rejects.not.toThrow(/expected|received/);
});

test("what to do fits what was wrong", async () => {
  const { config } = folder();
  await expect(from({ preset: "smoke", config })).rejects.toMatchObject({
    remedy: expect.stringContaining("Leave one out"),
  });
  await expect(from({ config: "none.yaml" })).rejects.toMatchObject({
    message: "file not found: none.yaml",
    remedy: expect.not.stringContaining("create"),
  });
});
