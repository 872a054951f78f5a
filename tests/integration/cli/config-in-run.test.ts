/** A config file inside a results folder may come from someone else: it is loaded only if named. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../../src/config.ts";
import { emptyFolder, houseSession } from "../../playtest/house-session.ts";

test.each([
  ["a stopped matrix", "plan.json", JSON.stringify({ matrixId: "received", version: 1 })],
  ["a plan that cannot be read", "plan.json", "{"],
  ["results of checks", "results_2026-11-15-2230.json", "{}"],
])("a config in a folder of %s is not loaded by default", async (_, name, text) => {
  const dir = emptyFolder();
  writeFileSync(join(dir, name), text);
  writeFileSync(join(dir, "rehearse.config.mjs"), "throw new Error('loaded');\n");
  await expect(loadConfig({ cwd: dir, env: {} })).rejects.toMatchObject({ code: "not-allowed", exit: 2 });
});

test("a config beside a hand-written matrix plan is loaded", async () => {
  const dir = emptyFolder();
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ stories: ["innsmouth"] }));
  writeFileSync(join(dir, "rehearse.config.mjs"), "export default { budget: 3 };\n");
  expect((await loadConfig({ cwd: dir, env: {} })).settings.budget).toBe(3);
});

test("a config in the folder of a session is loaded only by its name", async () => {
  const { dir } = await houseSession({ maxTurns: 3 });
  const mark = join(emptyFolder(), "mark");
  writeFileSync(
    join(dir, "rehearse.config.mjs"),
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\nexport default {};\n`,
  );
  await expect(loadConfig({ cwd: dir, env: {} })).rejects.toMatchObject({ code: "not-allowed", exit: 2 });
  expect(existsSync(mark)).toBe(false);
  await loadConfig({ cwd: dir, env: {}, file: "rehearse.config.mjs" });
  expect(existsSync(mark)).toBe(true);
});
