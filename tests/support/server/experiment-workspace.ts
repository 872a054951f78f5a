/** A workspace with experiments of the house cast: two A/B tests, a bisection, and a matrix with its baseline. */
import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Harness } from "../../../src/kernel/run/index.ts";
import {
  planAb,
  planBisect,
  readArm,
  runAb,
  runBisect,
  turnPath,
  writeAbPlan,
  writeBisectPlan,
} from "../../../src/playtest/index.ts";
import { playInto, playMatrix, type ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { makeWorkspace } from "./served-workspace.ts";

let played: Promise<ViewerWorkspace> | undefined;

/** Played once for all test files that share a process; each gets its own copy. */
export async function makeExperiments(): Promise<ViewerWorkspace> {
  played ??= playExperiments();
  const { dir } = await played;
  const copy = makeWorkspace();
  for (const name of ["sessions", "matrices", "ab", "bisects"])
    cpSync(join(dir, name), join(copy.dir, name), { recursive: true, preserveTimestamps: true });
  return { ...copy, sessions: join(copy.dir, "sessions") };
}

function playExperiments(): Promise<ViewerWorkspace> {
  const workspace = makeWorkspace();
  const at = (...parts: string[]) => join(workspace.dir, ...parts);
  return playInto(workspace, [], async (play, harness, sessions) => {
    await play({ sessionId: "plain", narrator: "house", turns: 8, players: 2 });
    await play({ sessionId: "lost", narrator: "house/stalled", turns: 9, players: 2 });
    const checkpoint = turnPath(join(sessions, "plain"), 5);
    await playAb(harness, { dir: at("ab", "loops"), checkpoint, b: "narrator=house/looping", pairs: 6 });
    await playAb(harness, { dir: at("ab", "few"), checkpoint, b: "prompt=structured", pairs: 2 });
    await playBisection(harness, { dir: at("bisects", "lost"), session: join(sessions, "lost") });
    const prompts = { baseline: "baseline", structured: "structured" };
    await playMatrix(harness, { dir: at("matrices", "before"), prompts });
    await playMatrix(harness, {
      dir: at("matrices", "after"),
      prompts,
      narrators: ["house/looping"],
      turns: 6,
    });
  });
}

async function playAb(
  harness: Harness,
  { dir, checkpoint, b, pairs }: { dir: string; checkpoint: string; b: string; pairs: number },
): Promise<void> {
  const { plan: planned, states } = planAb(harness, {
    checkpoints: [checkpoint],
    a: readArm([]),
    b: readArm([b]),
    turns: 3,
    pairs,
  });
  const plan = { ...planned, abId: basename(dir) };
  mkdirSync(dir, { recursive: true });
  await writeAbPlan(dir, plan, states);
  await runAb(harness, { dir, plan, concurrency: 2 });
}

async function playBisection(
  harness: Harness,
  { dir, session }: { dir: string; session: string },
): Promise<void> {
  const { plan: planned } = planBisect(harness, session, {
    criterion: null,
    turns: 3,
  });
  const plan = { ...planned, bisectId: basename(dir) };
  await writeBisectPlan(dir, plan, session);
  await runBisect(harness, { dir, plan, concurrency: 4 });
}
