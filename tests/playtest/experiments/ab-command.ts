/** The ab command on the embedded cast, from the sixth turn of one session. */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll } from "vitest";
import type { AbPlan, AbResult } from "../../../src/contract/index.ts";
import type { Harness } from "../../../src/kernel/run/index.ts";
import { planAb, readArm, writeAbPlan, type AbRequest } from "../../../src/playtest/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

/** Set before the tests of a file run. */
export let checkpoint: string;
export let prompt: string;

beforeAll(async () => {
  const plain = await houseSession({ players: 2, maxTurns: 60, seed: 3, stopAfter: 7 });
  checkpoint = join(plain.dir, "turn-6.json");
  const folder = emptyFolder("prompts-");
  prompt = join(folder, "other.md");
  writeFileSync(prompt, "Tell the story.");
});

/** Turn files of one session are different checkpoints. */
export const turnFiles = (...numbers: number[]) =>
  numbers.map((turn) => checkpoint.replace("turn-6", `turn-${turn}`));

/** Flags by name: `true` is a flag without a value, and a list repeats the flag for each item. */
export type Flags = Record<string, string | number | true | string[]>;

/** From the one checkpoint, unless the flags say otherwise. */
export const argvOf = (flags: Flags): string[] =>
  Object.entries<Flags[string]>({ checkpoint, ...flags }).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [value].flat().flatMap((one) => [`--${name}`, String(one)]),
  );

export async function ab(flags: Flags) {
  const out = emptyFolder("ab-");
  return withTold(await runCommand(["ab", "--out", out, "--json", ...argvOf(flags)]));
}

export const resume = async (dir: string, ...flags: string[]) =>
  withTold(await runCommand(["resume", dir, "--json", ...flags]));

const withTold = <Ran extends { stdout: string }>(ran: Ran) => ({
  ...ran,
  told: (ran.stdout === "" ? undefined : JSON.parse(ran.stdout)) as AbResult,
});

/** The plan of a test with the same narrator under another prompt. */
export async function plannedAb(harness: Harness, dir: string, request: Partial<AbRequest>): Promise<AbPlan> {
  const { plan: planned, states } = planAb(harness, {
    checkpoints: [checkpoint],
    a: readArm([]),
    b: readArm([`prompt=${prompt}`]),
    turns: 1,
    pairs: 1,
    ...request,
  });
  const plan = { ...planned, abId: basename(dir) };
  await writeAbPlan(dir, plan, states);
  return plan;
}
