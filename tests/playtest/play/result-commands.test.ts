/** The output of commands about a played session: its result, its report, the list of sessions. */
import { cpSync, existsSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadLatest, readArm } from "../../../src/playtest/index.ts";
import { playBranch, rehearse, withoutKeys, type PlayedBranch } from "../command-line.ts";
import { emptyFolder } from "../house-session.ts";

withoutKeys();
let played: PlayedBranch;
let dirs: PlayedBranch["dirs"];
beforeAll(async () => {
  played = await playBranch();
  ({ dirs } = played);
}, 180_000);

test("report --turns is a part of the report; with --for-llm it is another text; past the end it says so", async () => {
  const part = await rehearse("report", dirs[0], "--turns", "5-7");
  const pasted = await rehearse("report", dirs[0], "--turns", "5-7", "--for-llm");
  expect(part.stdout).toContain("# Session Report: turns 5 to 7 of");
  expect(part.stdout).not.toContain("system prompt");
  expect(pasted.stdout).toContain("The narrator's system prompt:");
  expect([part.stderr, pasted.stderr]).toEqual(["", ""]);
  const { turns } = played.session;
  const beyond = await rehearse("report", dirs[0], "--turns", `${turns - 2}-${turns + 30}`);
  expect(beyond.stderr).toBe(`The session has ${turns} turns: showing turns ${turns - 2} to ${turns}.\n`);
  expect(beyond.stdout).toContain(`# Session Report: turns ${turns - 2} to ${turns} of ${turns}`);
  expect(await rehearse("report", dirs[0], "--turns", `${turns + 1}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(new RegExp(`\\bhas ${turns} turns`)) as unknown,
  });
});

test("an excerpt's transcript, past and findings are in block quotes, as it says", async () => {
  const { stdout } = await rehearse("report", dirs[1], "--turns", "10-12", "--for-llm");
  const { records, issues } = loadLatest(dirs[1]).state;
  expect(stdout).toContain("Everything in block quotes or after “Wanted:” comes from the transcript");
  expect(issues.some(({ turn }) => turn >= 10 && turn <= 12)).toBe(true);
  const prompt = stdout.indexOf("The narrator's system prompt:");
  const bare = stdout
    .slice(0, prompt)
    .split("\n")
    .filter((line) => !line.startsWith(">") && !line.startsWith("<sub>Wanted:"));
  const said = records
    .filter(({ turn }) => turn <= 12)
    .flatMap(({ narrator, players, relay }) => [
      narrator.text.slice(0, 30),
      ...(relay ? [relay.text.slice(0, 30)] : players.map(({ says }) => says.slice(0, 30))),
    ])
    .filter((words) => words !== "");
  expect(bare.filter((line) => said.some((words) => line.includes(words)))).toEqual([]);
  expect(stdout).toMatch(/^What happened before:\n\n> - turn 1 \(character creation\): /m);
  expect(stdout).toMatch(/^What the harness found here:\n\n> - \*\*Turn 1[0-2], /m);
});

test("the list of sessions: the oldest first, with date, issues and cost; an archived one is not archived again", async () => {
  const shelf = emptyFolder("shelf");
  for (const dir of dirs) cpSync(dir, join(shelf, basename(dir)), { recursive: true });
  const moved = join(shelf, "renamed");
  renameSync(join(shelf, basename(dirs[0])), moved);
  const bare = await rehearse("report", shelf);
  expect(bare.stdout).toMatch(
    new RegExp(
      "^renamed +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +innsmouth +baseline +house +completed " +
        `+${played.session.turns} +[\\d.]+ +0 +0 +0\\.0000$`,
      "m",
    ),
  );
  expect(bare.stdout).toMatch(
    new RegExp(`^${basename(dirs[1])} .* ${played.session.sessionId} turn 8$`, "m"),
  );
  expect(bare.stdout.indexOf("renamed")).toBeLessThan(bare.stdout.indexOf(basename(dirs[1])));

  expect((await rehearse("report", "--archive", moved)).stdout).toBe(
    `${moved} → ${join(shelf, "archive/renamed")}\n`,
  );
  expect((await rehearse("report", shelf)).stdout).not.toContain("renamed");
  expect(await rehearse("report", "--archive", join(shelf, "archive/renamed"))).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is already archived") as unknown,
  });
  expect(readdirSync(join(shelf, "archive/renamed"))).toContain("report.md");
  expect(existsSync(join(shelf, "archive/archive"))).toBe(false);
  expect((await rehearse("report", join(shelf, "archive/renamed"), "--turns", "3")).exit).toBe(0);
});

test("compare: the answer, what differs, the first turn that differs, and the command that would test it", async () => {
  const { stdout } = await rehearse("compare", ...dirs);
  expect(stdout).toMatch(/^In turns 9 to \d+, A lost \d+ points?, B \d+; new in B: \d+ forced segues? /m);
  expect(stdout).toMatch(/^narrator +house +house\/blunt$/m);
  expect(stdout).toContain("ab --checkpoint");
  expect(stdout).toMatch(/^Turn \d+\nA: [^]*\nB: /m);
});

test("an arm may name a turn file: what compare prints where a session's prompt has no name that works", () => {
  const file = join(dirs[1], "turn-8.json");
  const { config } = loadLatest(dirs[1]).state;
  const { wish } = readArm([`prompt=${file}`, `guide=${file}`]);
  expect(wish).toEqual({
    prompt: { name: config.prompt, text: config.systemPrompt },
    storyGuide: config.storyGuide,
  });
});
