/** The playtest's command line without a process and without keys. */
import { join } from "node:path";
import { beforeAll, expect, vi } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { providers } from "../../src/kernel/models/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { emptyFolder } from "./house-session.ts";

export const rehearse = (...argv: string[]) => runCommand(argv);

export async function json<T>(...argv: string[]): Promise<T> {
  const { stdout, stderr, exit } = await rehearse(...argv, "--json");
  expect({ stderr, exit }).toEqual({ stderr: "", exit: 0 });
  return JSON.parse(stdout) as T;
}

/** What is played here must be free. */
export const withoutKeys = (): void =>
  beforeAll(() => {
    for (const { key, optionalKey, baseURL } of Object.values(providers))
      for (const name of [key, optionalKey, baseURL]) if (name) vi.stubEnv(name, undefined);
  });

export type PlayedBranch = {
  session: SessionResult;
  branch: SessionResult;
  /** Of session and branch. */
  dirs: [string, string];
};

/** A session, and a branch of it after turn 8 under another narrator. */
export async function playBranch(): Promise<PlayedBranch> {
  const out = emptyFolder("played-");
  const session = await json<SessionResult>("play", "--narrator", "house", "--seed", "22", "--out", out);
  const turn = join(session.dir, "turn-8.json");
  const changed = ["--narrator", "house/blunt"];
  const [branch] = await json<SessionResult[]>("replay", "--checkpoint", turn, ...changed, "--out", out);
  return { session, branch: branch!, dirs: [session.dir, branch!.dir] };
}
