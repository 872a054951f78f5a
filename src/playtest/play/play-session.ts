import { join } from "node:path";
import type { SessionConfig } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadLatest, saveStart } from "../checkpoint/index.ts";
import { newSession } from "../session/index.ts";
import { neededModels } from "./cast-session.ts";
import { goOn, type GoOnOptions, type Played } from "./go-on.ts";

type Watch = Pick<GoOnOptions, "signal" | "onStep" | "onTurn">;

/** Plays a session from its beginning, in a folder of its own below `out`. */
export async function playSession(harness: Harness, { config, out, sessionId, ...watch }: Watch & { config: SessionConfig; out: string; sessionId: string }): Promise<Played> {
  harness.requireReady(neededModels(config, harness));
  const run = await harness.openRun(join(out, sessionId), { seed: diceSeed(config) });
  try {
    const state = newSession({ sessionId, config });
    const chain = await saveStart(run.dir, state);
    return await goOn({ harness, run, state, chain, ...watch });
  } finally {
    await run.close();
  }
}

/** Goes on after a crash, a stop or a spent budget. Calls that were answered are not made again. */
export async function resumeSession(harness: Harness, dir: string, watch: Watch & { onNotes?: (notes: string[]) => void } = {}): Promise<Played> {
  const { config } = loadLatest(dir).state;
  harness.requireReady(neededModels(config, harness));
  const run = await harness.openRun(dir, { seed: diceSeed(config) });
  try {
    watch.onNotes?.(run.notes);
    // Read again under the lock: another process may have gone on meanwhile.
    return await goOn({ harness, run, ...loadLatest(dir), ...watch });
  } finally {
    await run.close();
  }
}

/** What embedded models draw from: replicates of one seed differ, replicate 0 is the parent's. */
export const diceSeed = ({ seed, replicate }: SessionConfig): string => `${seed}/${replicate}`;
