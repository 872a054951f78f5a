/** `--guide notes|full`: pinned, inherited and shown. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionConfig } from "../../../src/contract/index.ts";
import { loadCheckpoint, planMatrix, plannedConfig, readArm } from "../../../src/playtest/index.ts";
import { configDifferences } from "../../../src/playtest/compare/config-differences.ts";
import { houseHarness } from "../../support/house-cast/house-harness.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder } from "../house-session.ts";

const run = (...args: string[]) => runCommand(args);

async function played(...args: string[]) {
  const out = emptyFolder("guide-");
  const usual = ["play", "--narrator", "house", "--seed", "3", "--players", "2", "--max-turns", "5"];
  const { stdout } = await run(...usual, "--out", out, "--json", ...args);
  return JSON.parse(stdout) as { dir: string; guideForm?: string };
}

test(
  "play pins the guide mode, and the report, the result and a branch have it",
  { timeout: 60_000 },
  async () => {
    const { dir, guideForm } = await played("--guide", "full");
    expect(guideForm).toBe("full");
    expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("- Guide: sent in full");
    const checkpoint = join(dir, "turn-4.json");
    expect(loadCheckpoint(checkpoint).state.config.guideForm).toBe("full");

    const inherited = await run("replay", "--checkpoint", checkpoint, "--turns", "1", "--dry-run");
    expect(inherited.stdout).toMatch(/^Guide +full$/m);
    const changed = await run(
      "replay",
      "--checkpoint",
      checkpoint,
      "--guide",
      "notes",
      "--turns",
      "1",
      "--dry-run",
    );
    expect(changed.stdout).toContain("guide form: full → notes");
    expect(changed.stdout).toMatch(/^Guide +notes$/m);

    expect(readArm(["guide=notes"])).toEqual({ label: "guide as notes", wish: { guide: "notes" } });
    const arms = await run(
      "ab",
      "--checkpoint",
      checkpoint,
      "--b",
      "guide=notes",
      "--turns",
      "1",
      "--dry-run",
    );
    expect(arms.exit).toBe(0);
    const same = await run(
      "ab",
      "--checkpoint",
      checkpoint,
      "--b",
      "guide=full",
      "--turns",
      "1",
      "--dry-run",
    );
    expect(same.stderr).toContain("are identical");
  },
);

test("notes is the default mode, and an older session counts as full", async () => {
  const { dir } = await played();
  expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("- Guide: sent as notes");
  const { config } = loadCheckpoint(join(dir, "turn-4.json")).state;
  const { guideForm: _, ...old } = config;
  expect(configDifferences([config, old as SessionConfig]).values).toEqual({
    "guide form": ["notes", "full"],
  });
});

test("a matrix pins the mode in its plan; an older one continues in full", async () => {
  const harness = houseHarness();
  const given = {
    stories: ["innsmouth"],
    systemPrompts: { a: "baseline" },
    narratorModels: ["house"],
  };
  const plan = planMatrix(harness, { config: given, matrixId: "m", seed: 1 });
  expect(plan.config.guide).toBe("notes");
  const { guide: _, ...older } = plan.config;
  const forms = [plan, { ...plan, config: older }].map(
    (each) => plannedConfig(harness, each, each.sessions[0]!).guideForm,
  );
  expect(forms).toEqual(["notes", "full"]);
  const dry = await run("matrix", "--preset", "smoke", "--narrator", "house", "--guide", "full", "--dry-run");
  expect(dry.stdout).toMatch(/^Guide +full$/m);
});
