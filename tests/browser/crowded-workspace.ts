/**
 * A workspace after months of use: 100 sessions, a fourth of them branches of one, an A/B test of 26 branches, a
 * bisection, and a matrix of 300.
 */
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { planMatrix, writePlan } from "../../src/playtest/index.ts";
import { houseHarness } from "../support/house-cast/house-harness.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { makeViewerWorkspace, type ViewerWorkspace } from "./viewer-workspace.ts";

const SESSIONS = 100;
const PAIRS = 13;

export type CrowdedWorkspace = ViewerWorkspace & { ab: string; bisect: string };

export async function makeCrowdedWorkspace(): Promise<CrowdedWorkspace> {
  const workspace = await makeViewerWorkspace();
  const { dir, sessions } = workspace;
  const kinds = ["plain", "looping", "leaky", "plain-rushed"];
  for (let made = readdirSync(sessions).length; made < SESSIONS; made++)
    cpSync(join(sessions, kinds[made % kinds.length]!), join(sessions, `copy-${made}`), { recursive: true });
  await writeLargeMatrix(dir);
  const [tests, bisects] = [join(dir, "ab"), join(dir, "bisects")];
  await run(`ab --b narrator=house/looping --pairs ${PAIRS} --turns 2`, {
    checkpoint: join(sessions, "plain", "turn-6.json"),
    out: tests,
  });
  await run(`bisect ${join(sessions, "looping")} --criterion longest-gap<=0 --turns 2`, {
    out: bisects,
  });
  return { ...workspace, ab: readdirSync(tests)[0]!, bisect: readdirSync(bisects)[0]! };
}

/** The plan is made as usual; each of its sessions is a copy of a played one. */
async function writeLargeMatrix(dir: string): Promise<void> {
  const large = join(dir, "matrices", "large");
  const played = join(dir, "matrices", "small", "sessions");
  const [session] = readdirSync(played);
  const harness = houseHarness();
  const plan = planMatrix(harness, {
    config: {
      stories: ["innsmouth", "salt-road"],
      systemPrompts: Object.fromEntries(
        ["baseline", "structured", "immersive", "pulse-aware", "strict"].map((name, at) => [
          name,
          at % 2 === 0 ? "baseline" : "structured",
        ]),
      ),
      narratorModels: ["house", "house/looping", "house/leaky"],
      maxTurnsPerSession: 4,
      sessionsPerCombination: 10,
    },
    matrixId: "large",
    seed: 3,
  });
  await harness.close();
  mkdirSync(join(large, "sessions"), { recursive: true });
  await writePlan(large, plan);
  for (const { sessionId } of plan.sessions)
    cpSync(join(played, session!), join(large, "sessions", sessionId), { recursive: true });
}

async function run(words: string, paths: Record<string, string>): Promise<void> {
  const flags = Object.entries(paths).flatMap(([name, path]) => [`--${name}`, path]);
  const { exit, stderr } = await runCommand([...words.split(" "), ...flags]);
  if (exit !== 0) throw new Error(`${words} ended with ${exit}: ${stderr}`);
}
