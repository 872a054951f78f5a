/** Own banks are checked against their own knowledge base, never another one. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runRehearse } from "../support/cli/rehearse-process.ts";

const bank = {
  bank_type: "SEMANTIC",
  version: "2.0",
  tests: [
    {
      test_id: "V2-GR-001",
      name: "Provocation",
      topics: ["gray_rock"],
      prompt: "she texts me nonstop just trying to get a reaction",
      expected_primary: ["gray_rock"],
    },
  ],
};

/** A workspace with its own bank and no knowledge base. */
function workspace({ config = "" } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "own-kb-"));
  mkdirSync(join(cwd, "test_banks", "semantic"), { recursive: true });
  writeFileSync(join(cwd, "test_banks", "semantic", "parent_test_bank.json"), JSON.stringify(bank));
  if (config !== "") writeFileSync(join(cwd, "rehearse.config.mjs"), `export default ${config};\n`);
  return { cwd, run: (...args: string[]) => runRehearse(args, { cwd, env: {} }) };
}

const commands = {
  check: ["check", "--target", "offline"],
  calibrate: ["calibrate", "--scope", "full", "--dry-run", "--calibrator", "local/llama3.2"],
  override: ["bank", "override", "V2-GR-001", "--primary", "gray_rock", "--reason", "test", "--by", "me"],
};

test.each(Object.entries(commands))(
  "%s with own banks and no knowledge base says so: the shipped one is not used silently",
  async (command, args) => {
    const { cwd, run } = workspace();
    const reads = command === "calibrate" ? " The calibrator reads the documents behind the ids." : "";
    const { exit, stderr } = await run(...args);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr:
        `Error: The banks in ${join(cwd, "test_banks")} have no knowledge base: ` +
        `${join(cwd, "kb")} does not exist.${reads}\nCreate it from your documents (Markdown ` +
        "files, or .jsonl), or name another folder with --kb DIR or retrieval.kb in " +
        "rehearse.config.ts.\n",
    });
  },
);

test("calibrate --dry-run without the calibrator's key shows the plan and exits 2", async () => {
  const { run } = workspace();
  const { exit, stdout } = await run("calibrate", "--scope", "full", "--dry-run", "--kb", "shipped");
  expect({ exit, stdout }).toEqual({
    exit: 2,
    stdout: expect.stringMatching(
      /\nCalibrator +anthropic.*\nTests +1 +\(V2-GR-001\)\n\nCannot start: A key is missing:\n {2}ANTHROPIC_API_KEY/s,
    ),
  });
});

test("the setting embedder none finds documents by words alone, also offline", async () => {
  const { run } = workspace({ config: '{ roles: { embedder: "none" } }' });
  const { stdout } = await run("check", "--target", "offline", "--kb", "shipped", "--no-save", "--json");
  const { notes } = JSON.parse(stdout) as { notes: Array<{ code: string }> };
  expect(notes.map(({ code }) => code)).toContain("words-alone");
});
