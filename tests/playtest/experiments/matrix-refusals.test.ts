/** What `rehearse matrix` refuses before anything is made. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baselineWith, config, fileIn, folder, playOffline, rehearse, small } from "./matrix-command.ts";

playOffline();

const bad: Array<[what: string, args: () => string[], message: RegExp]> = [
  ["an unknown prompt", () => ["--preset", "smoke", "--prompts", "basline"], /basline.*baseline/s],
  [
    "an unknown prompt in a file",
    () => ["--config", config({ systemPrompts: { a: "./nowhere.md" } })],
    /nowhere\.md/,
  ],
  [
    "a million sessions",
    () => ["--config", config({ sessionsPerCombination: 500_000 })],
    /= 1000000 sessions; the most is 10000/,
  ],
  [
    "a seed that is a list",
    () => ["--config", config({ seed: [1, 2] })],
    /seed: give a whole number or a text/,
  ],
  [
    "a config of another shape",
    () => ["--config", fileIn("m.yaml", "- innsmouth\n- salt-road\n")],
    /holds a list, not the fields of a matrix/,
  ],
  ["a text", () => ["--config", fileIn("m.yaml", "smoke")], /holds a string/],
  ["an empty file", () => ["--config", fileIn("m.yaml", "")], /it is empty/],
  ["no YAML", () => ["--config", fileIn("m.yaml", "a: [1\nb: {")], /m\.yaml cannot be used/],
  ["unknown keys", () => ["--config", config({ sesionsPerCombination: 3 })], /sesionsPerCombination/],
  ["a file that is not there", () => ["--config", join(folder(), "none.yaml")], /none\.yaml/],
  [
    "a module without a default export",
    () => ["--config", fileIn("m.ts", "export const matrix = {};\n")],
    /no default export/,
  ],
  [
    "a module that throws",
    () => ["--config", fileIn("m.mjs", "throw new Error('not today');\n")],
    /not today/,
  ],
  ["a preset and a file", () => ["--preset", "smoke", "--config", small], /Both/],
  ["neither", () => [], /Neither/],
  ["two prompts of one name", () => ["--preset", "smoke", "--prompts", "a/x.md,b/x.md"], /same name/],
  ["a gate that is none", () => ["--config", small, "--fail-under", "overal=3"], /overall/],
  [
    "a baseline that is not there",
    () => ["--config", small, "--baseline", join(folder(), "matrix.json")],
    /matrix\.json/,
  ],
  [
    "a baseline of another shape",
    () => ["--config", small, "--baseline", fileIn("package.json", '{"name":"x"}')],
    /as the result of a matrix, cannot be used/,
  ],
  [
    "a folder that is no matrix as baseline",
    () => ["--config", small, "--baseline", folder()],
    /no plan\.json/,
  ],
  [
    "a baseline of other groups",
    () => ["--config", small, "--baseline", baselineWith({ seed: 9 })],
    /No session of this matrix has a partner.*--seed 9/s,
  ],
  [
    "a baseline with another prompt",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, prompt: "c" })],
    /No session of this matrix has a partner.*Not in the baseline: prompts a, b\. Not in this matrix: prompt c\./s,
  ],
  [
    "a baseline with another narrator",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, narrator: "house/blunt" })],
    /Not in the baseline: narrator house\. Not in this matrix: narrator house\/blunt\./,
  ],
  [
    "an unfinished baseline",
    () => [
      "--config",
      small,
      "--baseline",
      baselineWith({ seed: 3, of: () => ({ outcome: "unfinished", metrics: {} }) }),
    ],
    /It is unfinished: 1 of its 1 session.*rehearse resume/s,
  ],
  [
    "a baseline that players broke",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, of: () => ({ broken: true }) })],
    /broken by their players/,
  ],
  [
    "a gate for a judge's score without a judge",
    () => ["--config", small, "--fail-under", "coherence=5"],
    /coherence is a judge's score.*--judge/s,
  ],
  [
    "prompts with the same text",
    () => ["--config", config({ systemPrompts: { a: "baseline", b: "structured", c: "baseline" } })],
    /a and c have the same text.*--aa/s,
  ],
  [
    "a metric that can decide nothing",
    () => ["--config", small, "--metric", "turns"],
    /neither better nor worse/,
  ],
  [
    "a judge's score without a judge",
    () => ["--config", small, "--metric", "coherence"],
    /coherence is a judge's score.*--judge/s,
  ],
  [
    "a prompt whose name breaks lines",
    () => ["--config", config({ systemPrompts: { "a\n| b": "baseline" } })],
    /"a\\n\| b"/,
  ],
  [
    "a key that is missing, of whichever player",
    () => ["--config", config({ narratorModels: ["house"], playerModel: "grok" })],
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

test("what a baseline's seed holds does not reach the terminal as it is", async () => {
  const { exit, stderr } = await rehearse(
    "matrix",
    "--config",
    small,
    "--baseline",
    baselineWith({ seed: "\u001b[31mred" }),
    "--out",
    folder(),
  );
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.not.stringContaining("\u001b") });
});
