/** A/B tests on the embedded cast: which arm wins, when neither does, and what is refused. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCheckpoint, loadLatest } from "../../../src/playtest/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";
import { ab, checkpoint, prompt, turnFiles, type Flags } from "./ab-command.ts";

test("a narrator that repeats itself loses before all pairs are played", async () => {
  const { exit, told } = await ab({ b: "narrator=house/looping", turns: 6 });
  expect(exit).toBe(0);
  expect(told.decision).toMatchObject({ winner: "a", decided: true });
  expect(told.decision.eValue).toBeGreaterThanOrEqual(20);
  expect(told.decision.pairs).toBeLessThan(20);
  const { headline, because, next } = told.verdict;
  expect(headline).toMatch(
    /^Scripted narrators: the tweak made it worse: it lost .* points on average, unchanged .*, worse in /,
  );
  expect(because[0]).toMatchObject({
    label: "loops",
    touched: { unit: "replays" },
    quote: { at: expect.stringMatching(/^\d{4}-b, turns? \d+( and \d+)?$/) as string },
  });
  expect(next.at(-1)!.command).toMatch(/compare \S+0\d+-a \S+0\d+-b$/);
  const report = readFileSync(join(told.dir, "report.md"), "utf8");
  expect(report).toContain("not evidence about a prompt");
  expect(report).toContain("Scripted narrators: the tweak made it worse");
});

test("the arms of a pair share their dice; two pairs do not", async () => {
  const { told } = await ab({ b: `prompt=${prompt}`, pairs: 2, turns: 2 });
  const players = (session: string) =>
    loadCheckpoint(join(told.dir, "sessions", session, "turn-8.json"))
      .state.records.at(-1)!
      .players.map(({ says }) => says);
  expect(players("0001-a")).toEqual(players("0001-b"));
  expect(players("0001-a")).not.toEqual(players("0002-a"));
  // House narrators ignore the prompt.
  expect(told.verdict.headline).toBe("Not decided: no pair differs (2 ties).");
});

test("several checkpoints alternate, each with its own dice, and every pair counts", async () => {
  const { told } = await ab({
    checkpoint: turnFiles(2, 4, 6),
    b: "narrator=house/looping",
    turns: 2,
    pairs: 4,
  });
  expect(told.pairs.map(({ checkpoint: at }) => at)).toEqual([0, 1, 2, 0]);
  expect(new Set(told.pairs.map(({ replicate }) => replicate)).size).toBe(4);
  expect(loadLatest(join(told.dir, "sessions", "0003-a")).state).toMatchObject({
    branchedFrom: { turn: 6 },
    config: { replicate: 3 },
  });
  const { wins, ties, missing } = told.decision;
  expect(wins.a + wins.b + ties + missing).toBe(4);
});

test("with --finding, replays run to two turns after it, and the arm in which it comes back loses", async () => {
  const { dir, result } = await houseSession({ narrator: "house/looping", seed: 3, maxTurns: 14 });
  const finding = result.issues.find(({ kind, turn }) => kind === "loop" && turn > 3)!;
  const from = join(dir, `turn-${finding.turn - 1}.json`);
  const flags = { checkpoint: from, b: "narrator=house", finding: finding.id };
  const { told } = await ab({ ...flags, pairs: 20 });
  expect(told.plan).toMatchObject({ finding: { id: finding.id, kind: "loop" } });
  expect(told.plan.turns).toBe(finding.lastTurn + 2 - (finding.turn - 1));
  expect(told.decision.winner).toBe("b");
  expect(told.verdict.headline).toMatch(
    /^Scripted narrators: the tweak helped: a loop came back by turn \d+ in 0 of \d+ replays, unchanged in \d+ of \d+; no new problems\.$/,
  );
  const dry = await ab({ ...flags, "dry-run": true });
  expect(JSON.parse(dry.stdout)).toMatchObject({
    power: expect.stringContaining("98 % of tests reach a decision") as string,
  });
  const replay = ["replay", "--checkpoint", from, "--narrator", "house", "--finding", finding.id, "--json"];
  const pairs = await runCommand([...replay, "--times", "20", "--budget", "3", "--dry-run"]);
  expect(JSON.parse(pairs.stdout)).toMatchObject({ turns: told.plan.turns, budget: 3 });
  expect(await runCommand(replay)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--finding does not apply") as string,
  });
  const refused = async (other: Flags) => (await ab({ ...flags, ...other })).stderr;
  expect(await refused({ finding: "t99-leak" })).toMatch(
    new RegExp(`"t99-leak" is not a finding of .*Known after turn \\d+: .*${finding.id}`, "s"),
  );
  expect(await refused({ checkpoint: join(dir, `turn-${finding.turn}.json`) })).toContain("cannot avoid it");
  expect(await refused({ checkpoint: [from, checkpoint] })).toContain("needs a single checkpoint");
});

test("identical arms are refused, under any names", async () => {
  const { state } = loadCheckpoint(checkpoint);
  const copy = join(emptyFolder("prompts-"), "another-name.md");
  writeFileSync(copy, state.config.systemPrompt);
  const few = { pairs: 2, turns: 1 };
  for (const arm of [
    { b: `prompt=${copy}` },
    { b: `prompt=${state.config.prompt}` },
    { b: "narrator=house" },
    { a: `prompt=${prompt}`, b: `prompt=${prompt}` },
  ] as Flags[])
    expect(await ab({ ...arm, ...few })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/A \(.*\) and B \(.*\) are identical: /s) as unknown,
    });
  // At one of two checkpoints: another session was played with that prompt.
  const other = await houseSession({ players: 2, maxTurns: 3, seed: 5, prompt });
  const same = join(other.dir, "turn-2.json");
  expect(await ab({ checkpoint: [checkpoint, same], b: `prompt=${prompt}`, ...few })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`are identical at ${same}`) as unknown,
  });
});
