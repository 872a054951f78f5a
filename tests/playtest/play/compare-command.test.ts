/** What `compare` prints about a session and its branches. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { SessionComparison } from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { json, playBranch, rehearse, withoutKeys, type PlayedBranch } from "../command-line.ts";

withoutKeys();
let played: PlayedBranch;
let dirs: PlayedBranch["dirs"];
beforeAll(async () => {
  played = await playBranch();
  ({ dirs } = played);
}, 180_000);

test("plays a session and its branch", () => {
  expect(played.session).toMatchObject({ outcome: "completed", models: { narrator: "house/plain" } });
  expect(played.branch).toMatchObject({
    models: { narrator: "house/blunt" },
    branchedFrom: { sessionId: played.session.sessionId, turn: 8 },
  });
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

test("compare: the answer, what differs, the first turn that differs, and the command that would test it", async () => {
  const { branchPoint, sessions, verdict } = await json<SessionComparison>("compare", ...dirs);
  const last = Math.min(...dirs.map((dir) => loadLatest(dir).state.turn));
  expect(branchPoint).toBe(8);
  expect(sessions.map(({ turns }) => turns)).toEqual([9, 9].map((from) => ({ from, to: last })));
  const [a, b] = sessions.map(({ score }) => score);
  expect(b!.byKind["forced-segue"]!.points).toBeGreaterThan(a!.pointsLost);
  expect(verdict.headline).toMatch(
    new RegExp(
      `^A lost ${a!.pointsLost} points, B ${b!.pointsLost}; the difference is \\d+ forced segues? \\(turns? `,
    ),
  );
  const { stdout } = await rehearse("compare", ...dirs);
  expect(stdout).toContain(verdict.headline);
  expect(stdout).toMatch(/^narrator +house +house\/blunt$/m);
  expect(stdout).toContain("ab --checkpoint");
  expect(stdout).toMatch(/^First difference: turn \d+, narrator$/m);
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
