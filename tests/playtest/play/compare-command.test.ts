/** What `compare` prints about a session and its branches. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadLatest, type Comparison } from "../../../src/playtest/index.ts";
import { json, playBranch, rehearse, withoutKeys, type PlayedBranch } from "../command-line.ts";

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

test("compare: a folder named twice, in any spelling, counts once", async () => {
  const refused = {
    exit: 2,
    stdout: "",
    stderr: expect.stringContaining("Name every folder once") as unknown,
  };
  expect(await rehearse("compare", dirs[0], dirs[1], dirs[0])).toMatchObject(refused);
  expect(await rehearse("compare", dirs[0], join(dirs[0], "..", basename(dirs[0])))).toMatchObject(refused);
});
