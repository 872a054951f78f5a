/** The output of play, replay, resume and checkpoint besides the session itself. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { turnPath } from "../../../src/playtest/index.ts";
import { MemoryStream, runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const rehearse = (...argv: string[]) => runCommand(argv);
const short = ["--narrator", "house", "--max-turns", "3"];

let parent: Awaited<ReturnType<typeof houseSession>>;
beforeAll(async () => void (parent = await houseSession({ seed: 3, maxTurns: 8 })));

test("without a seed one is drawn, printed and kept; a given seed is used", async () => {
  const out = emptyFolder();
  const drawn = [
    await rehearse("play", ...short, "--out", out, "--json"),
    await rehearse("play", ...short, "--out", out, "--json"),
  ].map(({ stdout, stderr }) => ({ result: JSON.parse(stdout) as SessionResult, stderr }));
  for (const { result, stderr } of drawn) expect(stderr).toContain(`Seed ${result.seed} (random)`);
  expect(drawn[0]!.result.seed).not.toBe(drawn[1]!.result.seed);
  const given = await rehearse(
    "play",
    ...short,
    "--out",
    out,
    "--json",
    "--seed",
    String(drawn[0]!.result.seed),
  );
  expect(given.stderr).not.toContain("drawn");
  expect((JSON.parse(given.stdout) as SessionResult).models.players).toEqual(drawn[0]!.result.models.players);
});

test("a group of one through --archetypes is refused, and nothing is written", async () => {
  const out = join(emptyFolder(), "sessions");
  expect(await rehearse("play", ...short, "--archetypes", "joker", "--out", out)).toMatchObject({
    exit: 2,
    stderr:
      "Error: A group has 2 to 5 players, but --archetypes lists 1.\nList 2 to 5 archetypes, or leave the option out.\n",
  });
  expect(existsSync(out)).toBe(false);
});

test("replay: the branch with its folder, report and how to resume it; JSON is a list of one", async () => {
  const out = emptyFolder();
  const from = ["replay", "--checkpoint", turnPath(parent.dir, 4), "--out", out];
  const { exit, stdout } = await rehearse(...from, "--narrator", "house/looping", "--turns", "3");
  expect(exit).toBe(0);
  const [folder] = readdirSync(out);
  expect(stdout).toMatch(new RegExp(`Report: .*${folder}/report\\.md`));
  expect(stdout).toMatch(new RegExp(`^Resume with: rehearse resume .*${folder}`, "m"));
  const one = await rehearse(...from, "--turns", "1", "--json");
  expect(JSON.parse(one.stdout)).toEqual([expect.objectContaining({ outcome: "stopped", turns: 5 })]);
});

test.each<[string, (dir: string) => string, string[], RegExp]>([
  [
    "a result",
    (dir) => join(dir, "session.json"),
    [],
    /session\.json cannot be used: it is not a checkpoint\.\nGive a turn-N\.json of a session/,
  ],
  [
    "a report",
    (dir) => join(dir, "report.md"),
    [],
    /report\.md cannot be used: it is not a checkpoint\.\nGive a turn-N\.json/,
  ],
  ["a folder", (dir) => dir, [], /it is a folder, not a file\.\nGive one of its turns/],
  ["a session that is over", (dir) => turnPath(dir, 8), [], /Turn 8 is already at the limit of 8 turns/],
  [
    "a narrator that is not there",
    (dir) => turnPath(dir, 4),
    ["--narrator", "./none.ts"],
    /file not found: .*none\.ts/,
  ],
])(
  "a replay of %s is refused: exit 2, no stack, and no folder is left",
  async (_, checkpoint, flags, message) => {
    const out = emptyFolder();
    const { exit, stderr } = await rehearse(
      "replay",
      "--checkpoint",
      checkpoint(parent.dir),
      "--out",
      out,
      ...flags,
    );
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringMatching(message) });
    expect(stderr).not.toContain("    at ");
    expect(readdirSync(out)).toEqual([]);
  },
);

test("a turn that has lost a field is refused, not a crash", async () => {
  const dir = emptyFolder();
  mkdirSync(join(dir, "s"));
  const path = turnPath(join(dir, "s"), 4);
  writeFileSync(path, readFileSync(turnPath(parent.dir, 4), "utf8").replace('"body":', '"bodx":'));
  const { exit, stderr } = await rehearse("export", path);
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: expect.stringContaining(`Error: ${path} cannot be used: its content is missing.\n`),
  });
});

test("progress on a terminal: turn, pulse, cost, speaker, branch; pulses count from the branch point", async () => {
  const stderr = new MemoryStream();
  stderr.isTTY = true;
  stderr.columns = 0;
  await runCommand(
    ["replay", "--checkpoint", turnPath(parent.dir, 6), "--turns", "1", "--out", emptyFolder()],
    { stderr },
  );
  const { group, expectedPulses } = parent.state.config;
  const pulses = parent.state.pulses.filter((turn) => turn <= 6).length;
  expect(pulses).toBeGreaterThan(0);
  const shown = stderr.text.split("\r\u001b[2K").filter((line) => line !== "");
  expect(shown.find((line) => line.includes("narrator"))).toBe(
    `replay turn 7, pulse ${pulses}/${expectedPulses}, $0.0000, narrator`,
  );
  expect(stderr.text).toContain(`${group.players[group.spokesperson]!.name} speaks for the group`);
  expect(shown.find((line) => line.includes("players: "))).toContain(`players: ${group.players[0]!.name}`);
});
