import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../config.ts";

test.each([
  ["a syntax error", "export default { budget: 5,, };", /cannot be loaded/],
  ["an unknown option", "export default { bugdet: 5 };", /Did you mean budget\?/],
  ["no default export", "export const budget = 5;", /has no default export/],
  [
    "a package that is not there",
    'import { defineConfig } from "rehearse-llm"; export default defineConfig({});',
    /Outside the folder where rehearse-llm is installed, write a plain object/,
  ],
  ["an error of its own", 'throw new Error("boom");', /cannot be loaded\. Error: boom/],
])("a config file is refused by its name for %s", async (_, text, problem) => {
  const cwd = mkdtempSync(join(tmpdir(), "config-"));
  writeFileSync(join(cwd, "rehearse.config.mjs"), text);
  const refused = loadConfig({ cwd, env: {} });
  await expect(refused).rejects.toMatchObject({ code: "bad-settings", exit: 2 });
  await expect(refused).rejects.toThrow(/rehearse\.config\.mjs/);
  await expect(refused).rejects.toThrow(problem);
});
