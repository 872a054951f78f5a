/** What `compare` prints about a session and its branches. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { letter } from "../../../src/cli/commands/experiments/comparison-text.ts";
import type { SessionResult } from "../../../src/contract/index.ts";
import { loadLatest, type Comparison } from "../../../src/playtest/index.ts";
import { json, playBranch, rehearse, withoutKeys, type PlayedBranch } from "../command-line.ts";
import { emptyFolder } from "../house-session.ts";

withoutKeys();
let played: PlayedBranch;
let dirs: PlayedBranch["dirs"];
beforeAll(async () => {
  played = await playBranch();
  ({ dirs } = played);
}, 180_000);

test("compares a session and its branch", async () => {
  expect(played.session).toMatchObject({ outcome: "completed", models: { narrator: "house/plain" } });
  expect(played.branch).toMatchObject({
    models: { narrator: "house/blunt" },
    branchedFrom: { sessionId: played.session.sessionId, turn: 8 },
  });
  expect((await json<Comparison>("compare", ...dirs)).sessions.map(({ whole: { turns } }) => turns)).toEqual([
    played.session.turns,
    played.branch.turns - 8,
  ]);
  for (const dir of dirs)
    expect(readdirSync(dir)).toEqual(
      expect.arrayContaining([
        "report.md",
        "session.json",
        "calls.jsonl",
        dir === dirs[0] ? "turn-0.json" : "turn-8.json",
      ]),
    );
});

test("compare: over the common turns after the branch point, and over all own turns", async () => {
  const {
    shared,
    sessions: [a, b],
  } = await json<Comparison>("compare", ...dirs);
  const states = dirs.map((dir) => loadLatest(dir).state);
  const last = Math.min(...states.map(({ turn }) => turn));
  expect(shared).toEqual({ branchPoint: 8, range: { from: 9, to: last } });
  for (const [index, session] of [a!, b!].entries()) {
    const { issues, pulses, tangents } = states[index]!;
    const within = (turn: number) => turn > 8 && turn <= last;
    expect(session.shared).toMatchObject({
      turns: last - 8,
      issues: issues.filter(({ turn }) => within(turn)).length,
      pulses: pulses.filter(within).length,
      tangents: tangents.filter(({ startTurn }) => within(startTurn)).length,
    });
    const own = (turn: number) => index === 0 || turn > 8;
    expect(session.whole).toMatchObject({
      turns: states[index]!.turn - (index === 0 ? 0 : 8),
      issues: issues.filter(({ turn }) => own(turn)).length,
      pulses: pulses.filter(own).length,
      tangents: tangents.filter(({ startTurn }) => own(startTurn)).length,
    });
  }
  const { stdout } = await rehearse("compare", ...dirs);
  expect(stdout).toContain("(branched from A after turn 8)");
  expect(stdout).toMatch(/^own turns +A +B$/m);
  expect(stdout).toContain(
    `Over turns 9 to ${last}, which all of them have; up to turn 8 they are identical:`,
  );
  expect(stdout).toMatch(/^narrator +house +house\/blunt$/m);
  // An issue is one line.
  expect(stdout.split("\n").filter((line) => /^[AB] +turn \d+ +\S/.test(line))).toHaveLength(
    a!.issues.length + b!.issues.length,
  );
});

test("compare: identical sessions are grouped, and a changed prompt is shown by its changes", async () => {
  const prompt = join(emptyFolder("prompt"), "mine.md");
  const baseline = readFileSync(new URL("../../../prompts/baseline.md", import.meta.url), "utf8").trim();
  writeFileSync(prompt, `${baseline}\n\nNever mention the weather.`);
  const branches = emptyFolder("branches");
  const checkpoint = join(dirs[0], "turn-8.json");
  expect(
    (
      await rehearse(
        "replay",
        "--checkpoint",
        checkpoint,
        "--prompt",
        prompt,
        "--turns",
        "3",
        "--out",
        branches,
      )
    ).exit,
  ).toBe(0);
  expect(
    (
      await rehearse(
        "replay",
        "--checkpoint",
        checkpoint,
        "--turns",
        "3",
        "--seed",
        "other",
        "--out",
        branches,
      )
    ).exit,
  ).toBe(0);
  const all = [dirs[0], ...readdirSync(branches).map((name) => join(branches, name))].sort(
    (x, y) => Number(loadLatest(x).state.config.seed !== 7) - Number(loadLatest(y).state.config.seed !== 7),
  );
  const { stdout } = await rehearse("compare", ...all);
  expect(stdout).toMatch(/^prompt text +[0-9a-f]{8} +[0-9a-f]{8} +[0-9a-f]{8}$/m);
  expect(stdout).toContain("  + Never mention the weather.");
  expect(stdout).not.toContain(`  + ${baseline.split("\n")[0]!.slice(0, 30)}`);
  expect(stdout).toMatch(/^First difference: turn \d+/m);
  // The house does not read the prompt: only the other dice make a difference.
  expect(stdout).toMatch(/^A, B: /m);
  expect(stdout).toMatch(/^C: /m);
});

test("compare: a folder named twice, in any spelling, counts once", async () => {
  const refused = {
    exit: 2,
    stdout: "",
    stderr: expect.stringContaining("Name every folder once") as unknown,
  };
  expect(await rehearse("compare", dirs[0], dirs[1], dirs[0])).toMatchObject(refused);
  expect(await rehearse("compare", dirs[0], join(dirs[0], "..", basename(dirs[0])))).toMatchObject(refused);
});

test("compare: a kind that was not looked for is a dash", async () => {
  const alone = [
    "--narrator",
    "house",
    "--observer",
    "none",
    "--max-turns",
    "8",
    "--out",
    emptyFolder("unread"),
  ];
  const unread = await Promise.all(
    ["1", "2"].map(async (seed) => (await json<SessionResult>("play", ...alone, "--seed", seed)).dir),
  );
  const { stdout } = await rehearse("compare", ...unread);
  expect(stdout).toMatch(/^tangents +- +-$/m);
  expect(stdout).toMatch(/^private-moments +\d+ +\d+\npay-offs +- +-$/m);
  expect(stdout).not.toContain("null");
});

test("compare --metric: one number of each", async () => {
  const { stdout } = await rehearse("compare", ...dirs, "--metric", "pulses");
  expect(stdout).toMatch(new RegExp(`^${dirs[0]} +\\d+ +${played.session.pulses.detected}$`, "m"));
  const { metric, sessions } = await json<{ metric: string; sessions: Array<{ whole: number }> }>(
    "compare",
    ...dirs,
    "--metric",
    "issues",
  );
  expect({ metric, whole: sessions.map(({ whole }) => whole) }).toEqual({
    metric: "issues",
    whole: [played.session.issues.length, played.branch.issues.length],
  });
  expect(await rehearse("compare", ...dirs, "--metric", "isues")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("issues") as unknown,
  });
});

test("letters continue after Z", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letter)).toEqual([
    "A",
    "Z",
    "AA",
    "AB",
    "AZ",
    "BA",
    "ZZ",
    "AAA",
  ]);
});
