/** The output of play, replay, resume and checkpoint besides the session itself. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Checkpoint, SessionConfig, SessionResult } from "../../../src/contract/index.ts";
import checkpointCommand from "../../../src/cli/commands/play/checkpoint.ts";
import playCommand from "../../../src/cli/commands/play/play.ts";
import replayCommand from "../../../src/cli/commands/play/replay.ts";
import resumeCommand from "../../../src/cli/commands/play/resume.ts";
import { tableTalk } from "../../../src/playtest/agents/index.ts";
import { turnPath, wholeCheckpoint } from "../../../src/playtest/index.ts";
import { MemoryStream, runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const rehearse = (...argv: string[]) =>
  runInMemory([playCommand, replayCommand, resumeCommand, checkpointCommand], argv);
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

test.each([[1], [6], [30]])(
  "a group of %i through --archetypes is refused, and nothing is written",
  async (size) => {
    const out = join(emptyFolder(), "sessions");
    const { exit, stderr } = await rehearse(
      "play",
      ...short,
      "--archetypes",
      Array.from({ length: size }, () => "joker").join(","),
      "--out",
      out,
    );
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: `Error: A group has 2 to 5 players, but --archetypes lists ${size}.\nList 2 to 5 archetypes, or leave the flag out.\n`,
    });
    expect(existsSync(out)).toBe(false);
  },
);

test(
  "play --dry-run: budget and whether it suffices, missing keys, why the range is wide",
  { timeout: 120_000 },
  async () => {
    const dry = [
      "play",
      "--narrator",
      "opus-4.5",
      "--classifier",
      "house",
      "--seed",
      "1",
      "--max-turns",
      "55",
      "--dry-run",
    ];
    const low = await rehearse(...dry, "--budget", "0.1");
    expect(low.exit).toBe(2);
    expect(low.stdout).toMatch(/^Budget +\$0\.1$/m);
    expect(low.stdout).toContain("The budget of $0.1 is below the estimate");
    expect(low.stdout).toMatch(
      /The range: \d+ to \d+ turns: .*terse or talkative replies; how much of the narrator's history comes from the prompt cache/,
    );
    expect(low.stdout).toMatch(
      /^If the session runs to --max-turns \(55 turns\): up to \$\d+\.\d\d, \d+ calls\.$/m,
    );
    expect(low.stdout).toMatch(/Cannot start: .*keys? (is|are) missing:\n +ANTHROPIC_API_KEY/);
    const high = await rehearse(...dry, "--budget", "100");
    expect(high.stdout).not.toContain("The budget of");
    const json = JSON.parse((await rehearse(...dry, "--json")).stdout) as {
      config: SessionConfig;
      problems: Array<{ code: string }>;
    };
    expect(json).toMatchObject({
      estimate: { total: { low: expect.any(Number) } },
      problems: [{ code: "missing-keys" }],
    });
  },
);

test("replay --dry-run: the group, the turns and the cost of all branches", async () => {
  const { exit, stdout } = await rehearse(
    "replay",
    "--checkpoint",
    turnPath(parent.dir, 4),
    "--narrator",
    "opus-4.5",
    "--turns",
    "2",
    "--times",
    "3",
    "--dry-run",
  );
  expect(exit).toBe(2);
  expect(stdout).toMatch(
    /^From turn 4 of session, 3 times\. narrator: house → opus-4\.5; reader: house → none$/m,
  );
  expect(stdout).toMatch(/probably 2 to play, \d+ calls each/);
  for (const { name } of parent.state.config.group.players) expect(stdout).toContain(name);
  const [, each] = /^each +\$([\d.]+) to/m.exec(stdout) ?? [];
  const [, all] = /^all 3 +\$([\d.]+) to/m.exec(stdout) ?? [];
  expect(Number(all) / Number(each)).toBeCloseTo(3, 0);
});

test("replay --times: each branch with its folder, report and issues, then all in a table; JSON is always a list", async () => {
  const out = emptyFolder();
  const { exit, stdout } = await rehearse(
    "replay",
    "--checkpoint",
    turnPath(parent.dir, 4),
    "--narrator",
    "house/looping",
    "--turns",
    "3",
    "--times",
    "2",
    "--out",
    out,
  );
  expect(exit).toBe(0);
  const folders = readdirSync(out).sort();
  expect(folders).toHaveLength(2);
  for (const [index, folder] of folders.entries())
    expect(stdout).toMatch(
      new RegExp(
        `branch ${index + 1}/2: .*${folder}\\n(.*\\n)*?stopped: reached --turns 3\\n.*issues?.*\\n(.*\\n)*?Report: .*${folder}/report\\.md`,
      ),
    );
  expect(stdout).toMatch(/^branch +outcome +turns +pulses +issues +USD$/m);
  expect(stdout.match(/^Resume with: rehearse resume .*$/gm)).toEqual(
    folders.map((folder) => expect.stringContaining(folder) as unknown),
  );
  const one = await rehearse(
    "replay",
    "--checkpoint",
    turnPath(parent.dir, 4),
    "--turns",
    "1",
    "--out",
    out,
    "--json",
  );
  expect(JSON.parse(one.stdout)).toEqual([expect.objectContaining({ outcome: "stopped", turns: 5 })]);
});

test("a branch names the source of its budget", async () => {
  const rich = await houseSession({ seed: 3, maxTurns: 3, budget: 2 });
  const replay = ["replay", "--checkpoint", turnPath(rich.dir, 2), "--turns", "1", "--out", emptyFolder()];
  expect((await rehearse(...replay)).stdout).toContain(
    "Budget: $2 for the branch, from its parent. Change it with --budget.",
  );
  expect((await rehearse(...replay, "--budget", "3")).stdout).not.toContain("from its parent");
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

test("a turn that has lost a field is damaged, not a crash", async () => {
  const dir = emptyFolder();
  mkdirSync(join(dir, "s"));
  const path = turnPath(join(dir, "s"), 4);
  writeFileSync(path, readFileSync(turnPath(parent.dir, 4), "utf8").replace('"body":', '"bodx":'));
  const { exit, stderr } = await rehearse("checkpoint", path);
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: `Error: ${path} cannot be used: its content is missing: it was changed or damaged.\nUse the checkpoint of another turn, or a copy of this one.\n`,
  });
});

test("checkpoint prints the whole state: messages with speaker and audience, and everything else", async () => {
  const { exit, stdout } = await rehearse("checkpoint", turnPath(parent.dir, 6));
  expect(exit).toBe(0);
  const { config, records } = parent.state;
  for (const record of records.slice(0, 6)) {
    const { narrator, relay } = record;
    for (const text of [
      ...narrator.text.split("\n"),
      ...tableTalk(record).map(({ says }) => says),
      relay?.text ?? "",
    ])
      expect(stdout).toContain(text.replace(/^\[To \w+ only\] /, ""));
  }
  for (const text of [
    config.systemPrompt.split("\n")[0]!,
    config.storyGuide.pulses[7]!.title,
    ...config.group.players.map(({ generatedBackstory }) => generatedBackstory),
    `maxTurns: ${config.maxTurns}`,
  ])
    expect(stdout).toContain(text);
  expect(stdout).not.toContain(records[6]!.relay!.text);
  const json = JSON.parse(
    (await rehearse("checkpoint", turnPath(parent.dir, 8), "--json")).stdout,
  ) as Checkpoint;
  expect(json).toEqual(JSON.parse(JSON.stringify(wholeCheckpoint(parent.state))));
});

test("progress on a terminal: turn, pulse, cost, speaker, branch; pulses count from the branch point", async () => {
  const stderr = new MemoryStream();
  stderr.isTTY = true;
  stderr.columns = 0;
  await runInMemory(
    [replayCommand],
    [
      "replay",
      "--checkpoint",
      turnPath(parent.dir, 6),
      "--turns",
      "1",
      "--times",
      "2",
      "--out",
      emptyFolder(),
    ],
    { stderr },
  );
  const { group, expectedPulses } = parent.state.config;
  const pulses = parent.state.pulses.filter((turn) => turn <= 6).length;
  expect(pulses).toBeGreaterThan(0);
  const shown = stderr.text.split("\r\u001b[2K").filter((line) => line !== "");
  expect(shown.find((line) => line.includes("narrator"))).toBe(
    `branch 1/2, turn 7, pulse ${pulses}/${expectedPulses}, $0.0000, narrator`,
  );
  expect(stderr.text).toContain("branch 2/2, turn 7");
  expect(stderr.text).toContain(`${group.players[group.spokesperson]!.name} speaks for the group`);
  expect(shown.find((line) => line.includes("players: "))).toContain(`players: ${group.players[0]!.name}`);
});
