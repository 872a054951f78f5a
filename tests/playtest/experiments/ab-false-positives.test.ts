/**
 * Two prompts that differ in a word: `house/noisier` is equally good under both, but varies so much that most pairs
 * differ. Any winner here is a false positive. The plain narrator shows that the same few pairs can find a real winner.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import abCommand from "../../../src/cli/commands/experiments/ab.ts";
import type { AbDecision } from "../../../src/contract/index.ts";
import { clopperPearson } from "../../../src/kernel/stats/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

const full = process.env["REHEARSE_FULL"] === "1";
const RUNS = full ? 200 : 1;

let checkpoint: string;
beforeAll(async () => {
  const stopped = new AbortController();
  const { dir } = await houseSession({
    players: 2,
    maxTurns: 60,
    seed: 3,
    signal: stopped.signal,
    onTurn: ({ turn }) => void (turn >= 7 && stopped.abort()),
  });
  checkpoint = join(dir, "turn-6.json");
});

/** Few and short: the test counts how often equal arms are declared different, so power does not matter. */
const DESIGNS = {
  "looking after every pair": ["--until-decided", "--turns", "2", "--times", full ? "16" : "8"],
  "testing once, at the end": ["--turns", "3", "--times", "8"],
};
type Design = keyof typeof DESIGNS;
type Narrator = "house" | "house/noisier";

async function race(run: number, design: Design, b: Narrator): Promise<AbDecision> {
  const dir = emptyFolder("race-");
  const arm = (name: string, text: string, narrator: Narrator) => {
    const path = join(dir, `${name}.md`);
    writeFileSync(path, `${text}, ${run}.`);
    return [`--${name}`, `prompt=${path},narrator=${narrator}`];
  };
  const { exit, stdout, stderr } = await runInMemory(
    [abCommand],
    [
      "ab",
      "--checkpoint",
      checkpoint,
      ...arm("a", "Tell the story", "house/noisier"),
      ...arm("b", "Tell the story well", b),
      "--metric",
      "soundness",
      "--noise",
      "0",
      "--out",
      dir,
      "--json",
      ...DESIGNS[design],
    ],
  );
  rmSync(dir, { recursive: true });
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  return (JSON.parse(stdout) as { decision: AbDecision }).decision;
}

async function winnersOf(runs: number, design: Design, b: Narrator = "house/noisier"): Promise<number> {
  let [won, differ] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const { winner, wins } = await race(run, design, b);
    if (winner !== null) won++;
    if (wins.a + wins.b > 0) differ++;
    if (full && run % 25 === 24) console.info(`${design}, ${run + 1} runs: ${won} have a winner`);
  }
  const [least, most] = clopperPearson(won, runs);
  if (full)
    console.info(`${design}: ${won} of ${runs} have a winner (${least.toFixed(4)} to ${most.toFixed(4)})`);
  // Otherwise nothing would have been tested.
  expect(differ).toBeGreaterThan(0.9 * runs);
  return won;
}

test.each(Object.keys(DESIGNS) as Design[])(
  "A/A by the command, %s: hardly ever a winner",
  { timeout: 3_600_000 },
  async (design) => {
    const won = await winnersOf(RUNS, design);
    // One seeded run has no winner; 200 may have a few.
    if (full) expect(clopperPearson(won, RUNS)[0]).toBeLessThanOrEqual(0.05);
    else expect(won).toBe(0);
  },
);

test.runIf(full).each(Object.keys(DESIGNS) as Design[])(
  "a better arm, %s: it wins more often than by chance",
  { timeout: 3_600_000 },
  async (design) => {
    expect(clopperPearson(await winnersOf(20, design, "house"), 20)[0]).toBeGreaterThan(0.05);
  },
);
