/** An error that a setting causes says where the setting comes from. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../../src/config.ts";
import type { SettingsInput } from "../../../src/contract/index.ts";
import type { HarnessError } from "../../../src/kernel/errors/index.ts";
import { createHarness, type Harness } from "../../../src/kernel/run/index.ts";
import type { Environment } from "../../../src/kernel/settings/index.ts";
import { checkRequest, planCheck } from "../../../src/retrieval/index.ts";

/** What the work says with these settings in a file and in the environment. */
async function failure(
  settings: SettingsInput,
  work: (harness: Harness) => unknown,
  env: Environment = {},
): Promise<Pick<HarnessError, "message" | "remedy">> {
  const file = join(mkdtempSync(join(tmpdir(), "settings-")), "rehearse.config.mjs");
  writeFileSync(file, `export default ${JSON.stringify(settings)};`);
  try {
    work(createHarness(await loadConfig({ file, env })));
  } catch (error) {
    const { message, remedy } = error as HarnessError;
    // Outside the working folder it is named by its path.
    return { message: message.replaceAll(file, "FILE"), remedy: remedy.replaceAll(file, "FILE") };
  }
  throw new Error("It did not fail.");
}

test("an unknown model", async () => {
  const judge = await failure({ roles: { judge: "opus-99" } }, ({ casting }) => casting.modelFor("judge"));
  expect(judge.message).toMatch(/^roles\.judge in FILE: Unknown model "opus-99"\. Known: opus-4\.5, /);
  const both = await failure({ roles: { observer: "opus-99" }, secondLook: "opus-99" }, ({ catalog }) =>
    catalog.resolve("opus-99"),
  );
  expect(both.message).toMatch(/^roles\.observer in FILE and secondLook in FILE: Unknown model "opus-99"\./);
  const flag = await failure({}, ({ casting }) => casting.modelFor("judge", { asked: "opus-99" }));
  expect(flag.message).toMatch(/^Unknown model "opus-99"\./);
});

test("a budget for a model without a price", async () => {
  const needs = ({ requireReady, catalog }: Harness) =>
    requireReady([{ role: "narrator", model: catalog.resolve("openai/new") }]);
  const env = { OPENAI_API_KEY: "k" };
  expect((await failure({ budget: 1 }, needs, env)).message).toMatch(/^budget in FILE needs prices/);
  expect((await failure({ budget: 1 }, needs, { ...env, REHEARSE_BUDGET: "2" })).message).toMatch(
    /^REHEARSE_BUDGET needs prices/,
  );
});

test("a folder or a target of the retrieval suite", async () => {
  const plan = (harness: Harness) => planCheck(harness, checkRequest(harness.settings.retrieval));
  const offline = { target: "offline" };
  expect((await failure({ retrieval: offline }, plan, { REHEARSE_KB: "./nowhere" })).remedy).toMatch(
    /The value comes from REHEARSE_KB\.$/,
  );
  expect((await failure({ retrieval: { ...offline, testBanks: "./nowhere" } }, plan)).remedy).toMatch(
    /The value comes from retrieval\.testBanks in FILE\.$/,
  );
  expect((await failure({ retrieval: { target: "ofline" } }, plan)).remedy).toMatch(
    /The value comes from retrieval\.target in FILE\.$/,
  );
});
