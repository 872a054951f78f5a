/** A against B on the embedded cast: who must win, who must not, and what a stop in the middle costs. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import abCommand from "../../src/cli/commands/ab.ts";
import resumeCommand from "../../src/cli/commands/resume.ts";
import { foldJournal } from "../../src/kernel/journal/index.ts";
import { loadCheckpoint } from "../../src/playtest/index.ts";
import type { AbDecision, AbPair } from "../../src/contract/index.ts";
import { MemoryHost, runInMemory } from "../support/run-in-memory.ts";
import { emptyFolder, houseSession } from "./house-session.ts";

const full = process.env["REHEARSE_FULL"] === "1";
let checkpoint: string;
let noisyCheckpoint: string;
let prompt: string;

beforeAll(async () => {
  const wish = { players: 2, maxTurns: 60, seed: 3 };
  const stop = (after: number) => {
    const stopped = new AbortController();
    return { signal: stopped.signal, onTurn: ({ turn }: { turn: number }) => void (turn >= after && stopped.abort()) };
  };
  const plain = await houseSession({ ...wish, ...stop(7) });
  const noisy = await houseSession({ ...wish, narrator: "house/noisy", ...stop(7) });
  checkpoint = join(plain.dir, "turn-6.json");
  noisyCheckpoint = join(noisy.dir, "turn-6.json");
  const folder = emptyFolder("prompts-");
  prompt = join(folder, "other.md");
  writeFileSync(prompt, "Tell the story.");
});

type Told = { dir: string; decision: AbDecision; pairs: AbPair[]; noise: unknown; spent: { cost: number }; comparison: { speaksFor: string; primary: { p: number | null; verdict: string | null } } | null };

async function ab(...flags: string[]) {
  const ran = await runInMemory([abCommand], ["ab", "--out", emptyFolder("ab-"), "--json", ...flags]);
  return { ...ran, told: (ran.stdout === "" ? undefined : JSON.parse(ran.stdout)) as Told };
}

test("a narrator who repeats itself loses, and it is decided before all pairs are played", async () => {
  const { exit, told } = await ab("--checkpoint", checkpoint, "--b", "narrator=house/looping", "--metric", "soundness", "--turns", "6", "--until-decided", "--noise", "0");
  expect(exit).toBe(0);
  expect(told.decision).toMatchObject({ winner: "a", decided: true });
  expect(told.decision.eValue).toBeGreaterThanOrEqual(20);
  expect(told.decision.pairsUsed).toBeLessThan(20);
  // Looked at after each pair: no p of a single look belongs to it.
  expect(told.comparison!.primary).toMatchObject({ p: null, verdict: null });
  expect(told.comparison!.speaksFor).toBe("for this checkpoint");
  expect(readFileSync(join(told.dir, "report.md"), "utf8")).toContain("Nothing here is evidence about a prompt");
});

test("nothing changed: all ties, and no winner", async () => {
  const { told } = await ab("--checkpoint", checkpoint, "--b", `prompt=${prompt}`, "--times", "8", "--turns", "2", "--noise", "2x2");
  expect(told.decision).toMatchObject({ winner: null, ties: 8, wins: { a: 0, b: 0 } });
  expect(told.noise).toMatchObject({ floor: { withinDice: { spread: 0 } } });
});

test("arms of one pair share their dice, pairs do not", async () => {
  const { told } = await ab("--checkpoint", checkpoint, "--b", `prompt=${prompt}`, "--times", "2", "--turns", "2", "--noise", "0");
  const players = (session: string) => loadCheckpoint(join(told.dir, "sessions", session, "turn-8.json")).state.records.at(-1)!.players.map(({ says }) => says);
  expect(players("0001-a")).toEqual(players("0001-b"));
  expect(players("0001-a")).not.toEqual(players("0002-a"));
});

test("an arm that crashes never wins", async () => {
  const broken = join(emptyFolder("narrator-"), "broken.mjs");
  writeFileSync(broken, "export default () => { throw new Error('down'); };");
  const { told } = await ab("--checkpoint", checkpoint, "--b", `narrator=${broken}`, "--times", "6", "--turns", "2", "--noise", "0");
  expect(told.decision).toMatchObject({ winner: "a", crashed: { a: 0, b: 6 }, wins: { a: 6, b: 0 } });
});

test("stopped in the middle and gone on with: the same decision, and no answered call asked again", async () => {
  const flags = ["--checkpoint", checkpoint, "--b", "narrator=house/looping", "--metric", "soundness", "--turns", "4", "--times", "6", "--noise", "0", "--concurrency", "2"];
  const whole = await ab(...flags);
  const out = emptyFolder("ab-");
  const host = new MemoryHost();
  const running = runInMemory([abCommand], ["ab", "--out", out, "--json", ...flags], { host });
  const interval = setInterval(() => {
    const folder = readdirSync(out)[0];
    const begun = folder === undefined ? [] : readdirSync(join(out, folder)).includes("sessions") ? readdirSync(join(out, folder, "sessions")) : [];
    if (begun.length >= 4) host.emit("SIGINT");
  }, 5);
  const stopped = await running;
  clearInterval(interval);
  expect(stopped.exit).toBe(130);
  const dir = join(out, readdirSync(out)[0]!);
  const resumed = await runInMemory([resumeCommand], ["resume", dir, "--json"]);
  expect(resumed.exit).toBe(0);
  const told = JSON.parse(resumed.stdout) as Told;
  expect(told.decision).toEqual(whole.told.decision);
  expect(told.pairs).toEqual(whole.told.pairs);
  for (const session of readdirSync(join(dir, "sessions"))) {
    const { calls } = foldJournal(join(dir, "sessions", session, "calls.jsonl")).fold.totals();
    const { calls: once } = foldJournal(join(whole.told.dir, "sessions", session, "calls.jsonl")).fold.totals();
    expect(calls.completed).toBe(once.completed);
  }
});

test("what is wrong is said before anything is played", async () => {
  const refused = async (...flags: string[]) => {
    const { exit, stderr } = await ab(...flags);
    expect(exit).toBe(2);
    return stderr;
  };
  expect(await refused("--checkpoint", checkpoint, "--b", "prmpt=baseline")).toContain("prompt");
  expect(await refused("--checkpoint", checkpoint, "--b", "prompt=nowhere")).toContain("nowhere");
  expect(await refused("--checkpoint", checkpoint, "--b", "narrator=house/nobody")).toContain("nobody");
  expect(await refused("--checkpoint", "nowhere/turn-3.json", "--b", "prompt=baseline")).toContain("turn-3.json");
  expect(await refused("--checkpoint", checkpoint, "--b", "prompt=baseline", "--noise", "many")).toContain("--noise");
});

/** Two prompts that differ in a word: `house/noisy` is equally good under both, and differently lucky. */
test("A/A by the command: hardly ever a winner", { timeout: 3_600_000 }, async () => {
  const runs = full ? 200 : 2;
  let winners = 0;
  for (let run = 0; run < runs; run++) {
    const [one, two] = ["Tell the story", "Tell the story well"].map((text, arm) => {
      const path = join(emptyFolder("prompts-"), `${arm}.md`);
      writeFileSync(path, `${text}, ${run}.`);
      return path;
    });
    const { told } = await ab("--checkpoint", noisyCheckpoint, "--a", `prompt=${one}`, "--b", `prompt=${two}`, "--metric", "soundness", "--turns", "3", "--times", full ? "30" : "6", "--until-decided", "--noise", "0");
    if (told.decision.winner !== null) winners++;
    expect(told.decision.wins.a + told.decision.wins.b).toBeGreaterThan(0);
  }
  expect(winners).toBeLessThanOrEqual(full ? 18 : 1);
});
