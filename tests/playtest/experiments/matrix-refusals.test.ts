/** What `rehearse matrix` refuses before it creates a folder. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { config, fileIn, folder, playOffline, rehearse, small } from "./matrix-command.ts";

playOffline();

const bad: Array<[what: string, args: () => string[], message: RegExp]> = [
  [
    "a plan of another shape",
    () => ["--plan", fileIn("m.yaml", "- innsmouth\n- salt-road\n")],
    /m\.yaml cannot be used: expected an object, found a list\./,
  ],
  ["two prompts of one name", () => ["--preset", "smoke", "--prompts", "a/x.md,b/x.md"], /same name/],
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
