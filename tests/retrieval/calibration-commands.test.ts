/** The commands calibrate, bank override and bank migrate. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HistoryFile } from "../../src/contract/index.ts";
import { historyPath } from "../../src/retrieval/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { startCalibrationServer } from "./calibration-server.ts";
import { agrees, createWorkspace, messages, primaryOf, torn } from "./calibration-workspace.ts";

/** In the workspace's folder, where banks and knowledge base are found by themselves. */
const placeOf = ({ dir }: { dir: string }, env: Record<string, string>) => ({
  cwd: dir,
  env: { ...env, REHEARSE_CACHE_DIR: join(dir, "cache") },
});
const inFolder =
  (...where: Parameters<typeof placeOf>) =>
  (...args: string[]) =>
    runRehearse(args, placeOf(...where));

test(
  "calibrate: the plan, a dry run with its differences and cost, and the same applied",
  { timeout: 120_000 },
  async () => {
    await using server = await startCalibrationServer((message) =>
      message === messages["V2-LOY-001"]
        ? {
            expected_primary: ["transition_bridge"],
            rank_check: [{ higher: "transition_bridge", lower: "gray_rock" }],
            reasoning: "Look\u001b[31m at\nthe door.",
          }
        : message === messages["V2-GR-001"]
          ? 500
          : { expected_primary: [primaryOf(message)] },
    );
    const workspace = createWorkspace();
    workspace.write("rehearse.config.mjs", "export default { retry: { attempts: 1 } };\n");
    const rehearse = inFolder(workspace, server.env);
    const plan = await rehearse("calibrate", "--scope", "full", "--dry-run");
    expect(plan.exit).toBe(0);
    expect(plan.stdout).toMatch(
      /^Nothing was called\. Estimated cost: \$\d+\.\d+ to \$\d+\.\d+; up to \$\d+\.\d\d without the provider's cache\./,
    );
    expect(plan.stdout).toMatch(
      /\nKnowledge base +\S+kb\nCalibrator +anthropic\/claude-opus-4-5\nTests +6 +\(V2-GR-001, .*\)\n$/,
    );
    expect(server.log).toHaveLength(0);

    const dry = await rehearse("calibrate", "--scope", "full");
    // One test has no answer: the others are shown, and the exit code says that a provider failed.
    expect(dry.exit).toBe(3);
    expect(dry.stdout).toContain(
      "V2-LOY-001: primary -loyalty_binds +transition_bridge; rank_check +transition_bridge>gray_rock\n    Look at the door.\n",
    );
    expect(dry.stdout).toMatch(
      /\nV2-GR-001: no answer: .*\n1 test changed, 4 unchanged, 1 without an answer\. Cost \$0\.\d+\.\nNot saved\./,
    );
    expect(existsSync(historyPath(workspace.testBanks))).toBe(false);

    const asked = server.log.length;
    const applied = await rehearse("calibrate", "--scope", "full", "--apply", "--json");
    expect(applied.exit).toBe(3);
    // Only the one that had no answer was asked for again.
    expect(server.log.slice(asked).map(({ message }) => message)).toEqual([messages["V2-GR-001"]]);
    expect(JSON.parse(applied.stdout)).toMatchObject({
      changed: [{ test_id: "V2-LOY-001" }],
      failed: [{ test_id: "V2-GR-001" }],
    });
    expect(Object.values(workspace.history())).toMatchObject([
      { changes: [{ test_id: "V2-LOY-001" }], unchanged_count: 4 },
    ]);
  },
);

const rehearse = (...argv: string[]) => runCommand(argv);
const overrideIn = ({ kb, testBanks }: { kb: string; testBanks: string }, ...argv: string[]) =>
  rehearse("bank", "override", ...argv, "--kb", kb, "--test-banks", testBanks);
const signed = ["--reason", "clinical judgement", "--by", "Dr. Ames"];

test("override: its own history file; omitted fields stay, none clears them; it survives a newer calibration", async () => {
  await using server = await startCalibrationServer(agrees({ "V2-LOY-001": torn }));
  const workspace = createWorkspace({ env: server.env, today: "2999-01-01T10:00:00.000Z" });
  const first = await overrideIn(
    workspace,
    ..."V2-LOY-001 --secondary transition_bridge,gray_rock --not-expected handler_crisis".split(" "),
    ..."--rank loyalty_binds>gray_rock".split(" "),
    ...signed,
  );
  expect(first.exit).toBe(0);
  const [today] = Object.values(workspace.history()) as [HistoryFile];
  const date = today.version.slice(0, 10);
  expect(first.stdout).toContain(
    "The expectation of V2-LOY-001 is now by Dr. Ames (before: original).\nHistory: " +
      `${join(historyPath(workspace.testBanks), `expectations_${date}.json`)}`,
  );
  const before = {
    expected_primary: ["loyalty_binds"],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
  };
  const word = {
    expected_primary: ["loyalty_binds"],
    expected_secondary: ["transition_bridge", "gray_rock"],
    not_expected: ["handler_crisis"],
    rank_check: [{ higher: "loyalty_binds", lower: "gray_rock" }],
  };
  expect(today).toMatchObject({
    calibration_trigger: "human_override",
    kb_version: "v2.0",
    changed_count: 1,
    unchanged_count: 0,
    changes: [
      {
        test_id: "V2-LOY-001",
        previous: before,
        updated: null,
        opus_reasoning: null,
        human_override: { ...word, override_date: date, reason: "clinical judgement", author: "Dr. Ames" },
      },
    ],
  });
  expect(today.kb_hashes).toMatchObject({ loyalty_binds: expect.any(String) });
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    source: `human_override_${date}`,
    expectations: word,
  });

  const second = await overrideIn(
    workspace,
    ..."V2-LOY-001 --secondary none --rank none".split(" "),
    ...signed,
    "--json",
  );
  expect(JSON.parse(second.stdout)).toMatchObject({
    test_id: "V2-LOY-001",
    previous: word,
    previous_source: `human_override_${date}`,
    expectations: { ...word, expected_secondary: [], rank_check: [] },
    history_file: join(historyPath(workspace.testBanks), `expectations_${date}_2.json`),
  });
  const { changed } = await workspace.calibrate({ apply: true });
  expect(changed).toMatchObject([{ test_id: "V2-LOY-001", previous_source: `human_override_${date}` }]);
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    source: `human_override_${date}`,
    expectations: { ...word, expected_secondary: [], rank_check: [] },
  });
});

test.each<[string, string[], RegExp]>([
  [
    "expected and forbidden",
    ["V2-LOY-001", "--not-expected", "loyalty_binds", ...signed],
    /V2-LOY-001 cannot expect this:\n  V2-LOY-001: "loyalty_binds" is expected and forbidden/,
  ],
])("override refuses %s, and writes nothing", async (_, argv, why) => {
  const workspace = createWorkspace();
  const { exit, stderr } = await overrideIn(workspace, ...argv);
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
  expect(existsSync(historyPath(workspace.testBanks))).toBe(false);
});

test("migrate: a bare list gets its frame, its tests are unchanged, and nothing is overwritten", async () => {
  const dir = mkdtempSync(join(tmpdir(), "migrate-"));
  const tests = [{ test_id: "V2-OLD-001", prompt: "she said “no”", expected_primary: ["gray_rock"] }];
  const [old, out] = [join(dir, "old.json"), join(dir, "new.json")];
  writeFileSync(old, JSON.stringify(tests));
  expect(await rehearse("bank", "migrate", old, "--out", out)).toMatchObject({
    exit: 0,
    stdout: `1 semantic test written to ${out}: bank_type SEMANTIC is new.\n`,
  });
  const bank = { bank_type: "SEMANTIC", version: "2.0", description: expect.any(String), tests };
  expect(JSON.parse(readFileSync(out, "utf8"))).toEqual(bank);
  expect(JSON.parse((await rehearse("bank", "migrate", old)).stdout)).toEqual(bank);
  expect(JSON.parse((await rehearse("bank", "migrate", out, "--json")).stdout)).toEqual({
    bank: "semantic",
    was: "V2",
    tests: 1,
    out: null,
    migrated: bank,
  });
  expect(await rehearse("bank", "migrate", old, "--out", out)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`${out} already exists`),
  });
  expect(readdirSync(dir).toSorted()).toEqual(["new.json", "old.json"]);
});
