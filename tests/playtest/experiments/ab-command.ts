/** The ab command on the embedded cast, from the sixth turn of one session. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll } from "vitest";
import abCommand from "../../../src/cli/commands/experiments/ab.ts";
import type { AbDecision, AbPair } from "../../../src/contract/index.ts";
import type { Nearness } from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

/** Set before the tests of a file run. */
export let checkpoint: string;
export let prompt: string;

beforeAll(async () => {
  const wish = { players: 2, maxTurns: 60, seed: 3 };
  const stop = (after: number) => {
    const stopped = new AbortController();
    return {
      signal: stopped.signal,
      onTurn: ({ turn }: { turn: number }) => void (turn >= after && stopped.abort()),
    };
  };
  const plain = await houseSession({ ...wish, ...stop(7) });
  checkpoint = join(plain.dir, "turn-6.json");
  const folder = emptyFolder("prompts-");
  prompt = join(folder, "other.md");
  writeFileSync(prompt, "Tell the story.");
});

/** Turn files of one session are different checkpoints. */
export const turns = (...numbers: number[]) =>
  numbers.flatMap((turn) => ["--checkpoint", checkpoint.replace("turn-6", `turn-${turn}`)]);

export type Told = {
  dir: string;
  near: Nearness | null;
  decision: AbDecision;
  pairs: AbPair[];
  noise: unknown;
  spent: { cost: number };
  comparison: {
    speaksFor: string;
    primary: { p: number | null; pairs: number; verdict: string | null };
    others: Array<{ metric: string; meanA: number; meanB: number }>;
  } | null;
};

export async function ab(...flags: string[]) {
  const ran = await runInMemory([abCommand], ["ab", "--out", emptyFolder("ab-"), "--json", ...flags]);
  return { ...ran, told: (ran.stdout === "" ? undefined : JSON.parse(ran.stdout)) as Told };
}
