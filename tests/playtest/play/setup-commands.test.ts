/** A newcomer's commands: demo, models, init, story check, models try, costs, and how to start without a key. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { rehearse, withoutKeys } from "../command-line.ts";
import { emptyFolder } from "../house-session.ts";

withoutKeys();

test(
  "demo for people first says that a language model was recorded, and when",
  { timeout: 180_000 },
  async () => {
    const where = join(emptyFolder("demo"), "sessions");
    const { stdout, stderr, exit } = await rehearse(
      "demo",
      "--out",
      where,
      "--results",
      emptyFolder("results"),
    );
    expect(exit).toBe(0);
    expect(stderr).toBe("");
    expect(stdout.split("\n")[0]).toMatch(
      /recordings: a language model answered on 2026-11-18 and 2026-11-19\. /,
    );
    for (const text of [
      "combined score",
      "(t5-rushed)",
      "(turn 5)",
      "replay --checkpoint",
      "new in B",
      "opus-4.5",
      "rehearse init my-playtests.",
    ])
      expect(stdout).toContain(text);
    // One screen: what is printed must be read, not scrolled past.
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(45);
    // The folder of this test is longer than `sessions`.
    expect(lines.filter((line) => line.length > 100 && !line.includes("innsmouth-2"))).toEqual([]);
    const [, workspace, page] = /See it: rehearse serve --workspace (\S+), http:\S+\/sessions\/(\S+)\n/.exec(
      stdout,
    )!;
    expect(existsSync(resolve(workspace!, "sessions", page!, "report.md"))).toBe(true);
  },
);

test("init in the folder of the package writes nothing among the shipped documents", async () => {
  const { exit, stderr } = await rehearse("init");
  expect({ exit, isWritten: existsSync("rehearse.config.mts") }).toEqual({ exit: 2, isWritten: false });
  expect(stderr).toContain("Name a folder: `rehearse init my-playtests`.");
});

test("models try: one call, with its cost in a journal", async () => {
  const out = emptyFolder("try");
  const { exit, stdout } = await rehearse("models", "try", "house", "--out", out);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^Cost +\$0\.00 +\(journal in /m);
  expect(readdirSync(out)).toHaveLength(1);
});

test("the user's own narrator with embedded players needs no key, and the output names the classifier", async () => {
  const dir = emptyFolder("own");
  const narrator = join(dir, "narrator.mjs");
  writeFileSync(
    narrator,
    "export default ({ turn }) => ({ text: `Turn ${turn}: the fog is ${turn} yards off. What do you do?` });\n",
  );
  const keyless = ["play", "--narrator", narrator, "--player-model", "house"];
  const short = ["--max-turns", "3", "--seed", "1", "--out", dir];
  const played = await rehearse(...keyless, ...short, "--json");
  expect({ exit: played.exit, stderr: played.stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(
      /^No key: the classifier .*\nNo key: the observer gpt-4o-mini .*name another observer\nNo classifier: .*\n$/,
    ) as string,
  });
  const { stderr } = await rehearse(...keyless, "--seed", "1", "--out", dir, "--json");
  expect(stderr).toMatch(
    /^(?:No key: .*\n)+No classifier: .*so at most 30 turns are played.*Name a classifier to detect both\.\n$/,
  );
  expect((JSON.parse(played.stdout) as SessionResult).notes).toEqual(
    expect.arrayContaining([
      { code: "no-key", text: expect.stringContaining("the classifier gpt-4o-mini") as string },
      {
        code: "no-key",
        text: expect.stringMatching(/the observer gpt-4o-mini .*name another observer/) as string,
      },
      { code: "no-classifier", text: expect.stringContaining("Name a classifier") as string },
    ]),
  );
  const { stdout } = await rehearse(...keyless, ...short);
  for (const once of [/No key: the observer/g, /No classifier:/g]) expect(stdout.match(once)).toHaveLength(1);
  expect(stdout).toContain("the narration is the narrator's own");
  expect(stdout).not.toContain("not evidence about a prompt");
});

test("with a model as player the classifier is needed, and its missing key is named before any call", async () => {
  const { exit, stderr } = await rehearse("play", "--narrator", "local/tale", "--player-model", "local/play");
  expect(exit).toBe(2);
  expect(stderr).toMatch(/OPENAI_API_KEY +needed by classifier \(gpt-4o-mini/);
  expect(stderr).toContain("--classifier none");
});
