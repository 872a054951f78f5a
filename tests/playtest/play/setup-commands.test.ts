/** A newcomer's commands: demo, models, init, story check, models try, costs, and how to start without a key. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { json, rehearse, withoutKeys } from "../command-line.ts";
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
      /recordings: a language model played every seat.* on \d{4}-\d{2}-\d{2}/,
    );
    for (const text of [
      "opus-4.5",
      "One pair cannot tell cause from luck",
      "Cost of each run: rehearse report ",
      "no request was made",
    ])
      expect(stdout).toContain(text);
    const [, workspace, page] =
      /Look at what was played: rehearse serve --workspace (\S+), then open http:\S+\/sessions\/(\S+)\n$/.exec(
        stdout,
      )!;
    expect(existsSync(resolve(workspace!, "sessions", page!, "report.md"))).toBe(true);
  },
);

test("init: a guide that passes its check, and the second time there is nothing to do", async () => {
  const dir = emptyFolder("init");
  const first = await rehearse("init", dir);
  expect(first.stdout).toMatch(/^written {2}.*my-story\.md$/m);
  const path = join(dir, "stories/my-story.md");
  expect((await rehearse("story", "check", path)).stdout).toContain(": no problems found.");
  expect(await rehearse("init", dir)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("Nothing to do") as unknown,
  });
  const { files } = (await json("init", dir)) as { files: Array<{ written: boolean }> };
  expect(files.map(({ written }) => written)).toEqual(files.map(() => false));
});

test("models try: one call, with its cost in a journal; a model that cannot answer is refused", async () => {
  const out = emptyFolder("try");
  const { exit, stdout } = await rehearse("models", "try", "house", "--out", out);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^Cost +\$0\.000000 +\(journal in /m);
  expect(readdirSync(out)).toHaveLength(1);
  const { stderr } = await rehearse("models", "try", "voyage", "--out", out);
  expect(stderr).toContain("is a model for embedding and cannot answer questions");
});

test("report --costs: a possibly billed torn line costs nothing if the price is 0", async () => {
  const out = emptyFolder("torn");
  await rehearse("models", "try", "house", "--out", out);
  const run = join(out, readdirSync(out)[0]!);
  const journal = join(run, "calls.jsonl");
  const text = readFileSync(journal, "utf8");
  writeFileSync(journal, text.slice(0, text.trimEnd().lastIndexOf("\n") + 20));
  const { stdout } = await rehearse("report", run, "--costs");
  expect(stdout).toMatch(/^narrator +1 +0 +0 +0 +0\.000000$/m);
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
  expect({ exit: played.exit, stderr: played.stderr }).toEqual({ exit: 0, stderr: "" });
  const { stderr } = await rehearse(...keyless, "--seed", "1", "--out", dir, "--json");
  expect(stderr).toMatch(
    /^No classifier: .*so at most 30 turns are played.*Name a classifier to detect both\.\n$/,
  );
  expect((JSON.parse(played.stdout) as SessionResult).notes).toEqual(
    expect.arrayContaining([
      { code: "no-key", text: expect.stringContaining("the classifier gpt-4o-mini") as string },
      {
        code: "no-key",
        text: expect.stringMatching(/the reader gpt-4o-mini .*name another observer/) as string,
      },
      { code: "no-classifier", text: expect.stringContaining("Name a classifier") as string },
    ]),
  );
  const { stdout } = await rehearse(...keyless, ...short);
  expect(stdout).toContain("played all players and the spokesperson");
  expect(stdout).not.toContain("not evidence about a prompt");
});
