/** What `rehearse matrix` refuses before it creates a folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baselineWith, config, fileIn, folder, playOffline, rehearse, small } from "./matrix-command.ts";

playOffline();

const bad: Array<[what: string, args: () => string[], message: RegExp]> = [
  ["an unknown prompt", () => ["--preset", "smoke", "--prompts", "basline"], /basline.*baseline/s],
  [
    "an unknown prompt in a file",
    () => ["--plan", config({ systemPrompts: { a: "./nowhere.md" } })],
    /nowhere\.md/,
  ],
  [
    "a million sessions",
    () => ["--plan", config({ sessionsPerCombination: 500_000 })],
    /= 1000000 sessions; the maximum is 10000/,
  ],
  [
    "a plan of another shape",
    () => ["--plan", fileIn("m.yaml", "- innsmouth\n- salt-road\n")],
    /contains a list, not the fields of a matrix/,
  ],
  ["unknown keys", () => ["--plan", config({ sesionsPerCombination: 3 })], /sesionsPerCombination/],
  ["a file that is not there", () => ["--plan", join(folder(), "none.yaml")], /none\.yaml/],
  ["a module that throws", () => ["--plan", fileIn("m.mjs", "throw new Error('not today');\n")], /not today/],
  [
    "a preset and a file",
    () => ["--preset", "smoke", "--plan", small],
    /--preset smoke and --plan .* cannot be used together/,
  ],
  ["neither", () => [], /matrix needs --preset, --plan, or both --stories and --prompts/],
  ["two prompts of one name", () => ["--preset", "smoke", "--prompts", "a/x.md,b/x.md"], /same name/],
  [
    "a baseline that is not there",
    () => ["--plan", small, "--baseline", join(folder(), "matrix.json")],
    /matrix\.json/,
  ],
  [
    "a baseline of other groups",
    () => ["--plan", small, "--baseline", baselineWith({ seed: 9 })],
    /has seed 9, this matrix has 3, so the groups differ.*--seed 9/s,
  ],
  [
    "a gate for a judge's score without a judge",
    () => ["--plan", small, "--fail-under", "coherence=5"],
    /names coherence, which a judge scores.*--judge/s,
  ],
  [
    "prompts with the same text",
    () => ["--plan", config({ systemPrompts: { a: "baseline", b: "structured", c: "baseline" } })],
    /a and c have identical text/,
  ],
  [
    "a key that is missing, of whichever player",
    () => ["--plan", config({ narratorModels: ["house"], playerModel: "grok" })],
    /XAI_API_KEY/,
  ],
];

test.each(bad)("%s: a clear message, exit 2, nothing made", async (_, args, message) => {
  const out = folder();
  const { exit, stderr } = await rehearse("matrix", ...args(), "--out", out);
  expect({ exit, said: stderr.replaceAll("\n", " ") }).toEqual({
    exit: 2,
    said: expect.stringMatching(message),
  });
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(out)).toEqual([]);
});

test("a baseline's seed is escaped for the terminal", async () => {
  const { exit, stderr } = await rehearse(
    "matrix",
    "--plan",
    small,
    "--baseline",
    baselineWith({ seed: "\u001b[31mred" }),
    "--out",
    folder(),
  );
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.not.stringContaining("\u001b") });
});
