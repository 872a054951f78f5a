/** A/B tests on the embedded cast: which arm wins, when neither does, and what is refused. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { loadCheckpoint, loadLatest, runAb } from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt } from "../../support/model-servers/judge-server.ts";
import { emptyFolder, houseSession } from "../house-session.ts";
import { ab, checkpoint, plannedAb, prompt, turnFiles, type Flags } from "./ab-command.ts";

test("a narrator that repeats itself loses before all pairs are played", async () => {
  const { exit, told } = await ab({
    b: "narrator=house/looping",
    metric: "soundness",
    turns: 6,
    "until-decided": true,
  });
  expect(exit).toBe(0);
  expect(told.decision).toMatchObject({ winner: "a", decided: true });
  expect(told.decision.eValue).toBeGreaterThanOrEqual(20);
  expect(told.decision.pairsUsed).toBeLessThan(20);
  // Looked at after each pair: no p of a single look belongs to it.
  expect(told.comparison!.primary).toMatchObject({ p: null, verdict: null });
  expect(told.comparison!.speaksFor).toBe("for this checkpoint");
  expect(readFileSync(join(told.dir, "report.md"), "utf8")).toContain(
    "These results are not evidence about a prompt",
  );
});

test("the arms of a pair share their dice; two pairs do not", async () => {
  const { told } = await ab({ b: `prompt=${prompt}`, times: 2, turns: 2 });
  const players = (session: string) =>
    loadCheckpoint(join(told.dir, "sessions", session, "turn-8.json"))
      .state.records.at(-1)!
      .players.map(({ says }) => says);
  expect(players("0001-a")).toEqual(players("0001-b"));
  expect(players("0001-a")).not.toEqual(players("0002-a"));
});

test("an arm that crashes never wins", async () => {
  const broken = join(emptyFolder("narrator-"), "broken.mjs");
  writeFileSync(broken, "export default () => { throw new Error('down'); };");
  const { told } = await ab({ b: `narrator=${broken}`, times: 6, turns: 2 });
  expect(told.decision).toMatchObject({ winner: "a", crashed: { a: 0, b: 6 }, wins: { a: 6, b: 0 } });
});

test("a refused key ends the test, and the comment says so", async () => {
  await using court = await openCourt(() => ({ status: 401 }));
  vi.stubEnv("LOCAL_BASE_URL", court.env["OPENAI_BASE_URL"]);
  const comment = join(emptyFolder("comment-"), "ab.md");
  const { exit } = await ab({ b: "narrator=local/x", times: 2, turns: 2, comment });
  vi.unstubAllEnvs();
  expect(exit).toBe(2);
  expect(readFileSync(comment, "utf8")).toMatch(/did not finish\.\*\*\n\n- local server .*answered 401/);
});

test("each of six checkpoints is played from its own turn, with its own dice, and counts once", async () => {
  const { told } = await ab({
    checkpoint: turnFiles(1, 2, 3, 4, 5, 6),
    b: "narrator=house/looping",
    metric: "soundness",
    turns: 2,
    times: 7,
  });
  expect(told.pairs.map(({ checkpoint: at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 0]);
  expect(new Set(told.pairs.map(({ replicate }) => replicate)).size).toBe(7);
  for (const [session, from] of [
    ["0001-a", 1],
    ["0002-b", 2],
    ["0007-a", 1],
  ] as const)
    expect(loadLatest(join(told.dir, "sessions", session)).state).toMatchObject({
      branchedFrom: { turn: from },
      config: { replicate: Number(session.slice(0, 4)) },
    });
  expect(told.decision).toMatchObject({ unit: "checkpoint", pairsUsed: 7 });
  const { a, b, ties } = told.decision.checkpoints!;
  expect(a + b + ties).toBe(6);
  expect(told.comparison).toMatchObject({ speaksFor: "over 6 checkpoints", primary: { pairs: 6 } });
  expect(readFileSync(join(told.dir, "report.md"), "utf8")).toContain("Each checkpoint counts once");
});

test("an unusable answer of the judge does not count as a second verdict: the next run asks again", async () => {
  const dir = join(emptyFolder("ab-"), "judged");
  let muted = true;
  // The first verdict on the noise floor's replay is sound, the second is not.
  const isMute = () => muted && existsSync(join(dir, "sessions", "noise-1-1", "session.json"));
  await using court = await openCourt((asked) => (isMute() ? "no" : goodAnswer(asked)));
  const harness = court.harness();
  const plan = await plannedAb(harness, dir, {
    metric: "coherence",
    judge: "opus-4.5",
    noise: { dice: 1, repeats: 1 },
  });
  const first = await runAb(harness, { dir, plan, concurrency: 1 });
  expect(first.noise).toMatchObject({ floor: { scores: 1, rejudging: { spread: null } } });
  muted = false;
  expect((await runAb(harness, { dir, plan, concurrency: 1 })).noise).toMatchObject({
    floor: { scores: 2, rejudging: { spread: 0 } },
  });
});

test("identical arms are refused, under any names, unless --aa asks for them", async () => {
  const { state } = loadCheckpoint(checkpoint);
  const copy = join(emptyFolder("prompts-"), "another-name.md");
  writeFileSync(copy, state.config.systemPrompt);
  const few = { times: 2, turns: 1 };
  for (const arm of [
    { b: `prompt=${copy}` },
    { b: `prompt=${state.config.prompt}` },
    { b: "narrator=house" },
    { a: `prompt=${prompt}`, b: `prompt=${prompt}` },
  ] as Flags[])
    expect(await ab({ ...arm, ...few })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/A \(.*\) and B \(.*\) are identical: .*--aa/s) as unknown,
    });
  expect(await ab(few)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--b is missing") as unknown,
  });
  // At one of two checkpoints: another session was played with that prompt.
  const other = await houseSession({ players: 2, maxTurns: 3, seed: 5, prompt });
  const same = join(other.dir, "turn-2.json");
  expect(await ab({ checkpoint: [checkpoint, same], b: `prompt=${prompt}`, ...few })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`are identical at ${same}`) as unknown,
  });
  for (const arm of [{}, { b: `prompt=${copy}` }] as Flags[]) {
    const { told } = await ab({ aa: true, ...arm, ...few });
    expect(told.decision).toMatchObject({ winner: null, ties: 2 });
    expect(readFileSync(join(told.dir, "report.md"), "utf8")).toContain("A and B are identical (--aa)");
  }
});

test("a mistake in the flags is reported before anything is played", async () => {
  const refused = async (flags: Flags) => {
    const { exit, stderr } = await ab({ b: `prompt=${prompt}`, ...flags });
    expect(exit).toBe(2);
    return stderr;
  };
  expect(await refused({ b: "prmpt=baseline" })).toContain("prompt");
  expect(await refused({ b: "prompt=nowhere" })).toContain("nowhere");
  expect(await refused({ b: "narrator=house/nobody" })).toContain("nobody");
  expect(await refused({ checkpoint: "nowhere/turn-3.json", b: "prompt=baseline" })).toContain("turn-3.json");
  expect(await refused({ b: "prompt=baseline", noise: "many" })).toContain("--noise");
  expect(await refused({ metric: "coherence" })).toContain("--judge");
  expect(await refused({ metric: "completion" })).toContain('Unknown value "completion"');
  expect(await refused({ metric: "tangents" })).toContain('Unknown value "tangents"');
  // The same checkpoint in a copy of its session.
  const copy = emptyFolder("copy-");
  cpSync(dirname(checkpoint), copy, { recursive: true });
  expect(await refused({ checkpoint: [checkpoint, join(copy, "turn-6.json")] })).toContain("same checkpoint");
  expect(await refused({ checkpoint: turnFiles(1, 2, 3, 4, 5, 6), "until-decided": true })).toContain(
    "6 checkpoints are too few",
  );
});
