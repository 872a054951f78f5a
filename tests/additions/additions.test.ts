/**
 * Measures the layout by the cost of a change: each addition is made in a copy of the sources, and the types must pass
 * there; in the full run also the tests that it names. Tests of the addition do not count as touched files.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { Addition } from "./addition.ts";
import { archetype } from "./archetype.ts";
import { finding } from "./finding.ts";
import { mechanism } from "./mechanism.ts";
import { operation } from "./operation.ts";
import { option } from "./option.ts";
import provider from "./provider.ts";

const limits: Array<[Addition, number]> = [
  [mechanism, 4],
  [archetype, 2],
  [finding, 3],
  [provider, 3],
  [option, 1],
  [operation, 2],
];

const full = process.env["REHEARSE_FULL"] === "1";
const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

test.each(limits)("$name touches few files", ({ creates, edits }, most) => {
  const touched = [...Object.keys(creates), ...Object.keys(edits)].filter((path) => !path.includes(".test."));
  expect(touched.length).toBeLessThanOrEqual(most);
});

describe("all additions together, in a copy", { timeout: 300_000 }, () => {
  let copy: string;

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "additions-"));
    cpSync(root, copy, { recursive: true, filter });
    for (const folder of ["node_modules", "viewer/node_modules"])
      symlinkSync(join(root, folder), join(copy, folder));
    for (const [addition] of limits) make(addition, copy);
    await run(process.execPath, ["docs/generate.ts"], { cwd: copy });
  }, 60_000);

  test("type-checks", async () => {
    // Other tests keep the cores busy, and several threads would check shared types several times.
    await expect(inCopy("tsc", "--noEmit", "--singleThreaded")).resolves.toBe(0);
    await expect(inCopy("tsc", "--noEmit", "--singleThreaded", "-p", "viewer")).resolves.toBe(0);
  });

  test("the terminal and its reference have the new option and the new operation", async () => {
    const rehearse = async (...args: string[]) =>
      (await run(process.execPath, ["src/cli/main.ts", ...args], { cwd: copy })).stdout;
    expect(await rehearse("play", "--help")).toMatch(/--greeting TEXT +Said before the first turn\./);
    expect(await rehearse("--help")).toContain("story length");
    expect(await rehearse("story", "length", "innsmouth")).toMatch(/^innsmouth: \d+ beats\.\n$/);
    const guide = (name: string) => readFileSync(join(copy, "docs/guide", name), "utf8");
    expect(guide("cli.md")).toContain("| `--greeting TEXT` | Said before the first turn. |");
    expect(guide("cli.md")).toContain("rehearse story length innsmouth ");
    expect(guide("api.md")).toContain("| `storyLength({ story })` |");
  });

  test.runIf(full)("passes its tests", async () => {
    const tests = [...new Set(limits.flatMap(([addition]) => addition.tests))];
    // Additions make the house larger, which the counts of files and lines would refuse.
    const others = ["-t", "^(?!.*(only gets smaller|at most \\d+ files))"];
    await expect(inCopy("vitest", "run", "--maxWorkers=1", ...others, ...tests)).resolves.toBe(0);
  });

  test.runIf(full).each(limits.flatMap(([{ cases }]) => cases ?? []))(
    "passes all cases of $named",
    async (cases) => {
      const ran = join(copy, "cases.json");
      const report = ["--reporter=json", `--outputFile=${ran}`, "--maxWorkers=1"];
      await expect(inCopy("vitest", "run", ...report, "-t", cases.named, ...cases.tests)).resolves.toBe(0);
      const { numPassedTests } = JSON.parse(readFileSync(ran, "utf8")) as { numPassedTests: number };
      expect(numPassedTests).toBeGreaterThan(25);
    },
  );

  async function inCopy(command: string, ...args: string[]): Promise<unknown> {
    const bin = join(root, "node_modules/.bin", command);
    try {
      await run(bin, args, { cwd: copy, maxBuffer: 64 * 1024 ** 2 });
      return 0;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return `${stdout}\n${stderr}`;
    }
  }
});

/** Everything but what was installed, built or played here. */
const filter = (path: string): boolean =>
  !/\/(node_modules|dist)$/.test(path) &&
  ![".git", ".rehearse", "results", "sessions"].includes(relative(root, path));

function make({ name, creates, edits }: Addition, dir: string): void {
  for (const [path, text] of Object.entries(creates)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text, { flag: "wx" });
  }
  for (const [path, replacements] of Object.entries(edits)) {
    let text = readFileSync(join(dir, path), "utf8");
    for (const [oldText, newText] of replacements) {
      if (text.split(oldText).length !== 2)
        throw new Error(`${name}: ${path} must hold this text once: ${oldText}`);
      text = text.replace(oldText, () => newText);
    }
    writeFileSync(join(dir, path), text);
  }
}
