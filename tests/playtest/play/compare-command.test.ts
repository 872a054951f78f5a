/** What `compare` prints about a session and its branches. */
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadLatest, readArm } from "../../../src/playtest/index.ts";
import { playBranch, rehearse, withoutKeys, type PlayedBranch } from "../command-line.ts";

withoutKeys();
let played: PlayedBranch;
let dirs: PlayedBranch["dirs"];
beforeAll(async () => {
  played = await playBranch();
  ({ dirs } = played);
}, 180_000);

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
