/** The playtest's command line without a process and without keys. */
import { join } from "node:path";
import { beforeAll, expect, vi } from "vitest";
import compare from "../../src/cli/commands/experiments/compare.ts";
import demo from "../../src/cli/commands/play/demo.ts";
import play from "../../src/cli/commands/play/play.ts";
import replay from "../../src/cli/commands/play/replay.ts";
import report from "../../src/cli/commands/results/report.ts";
import sessions from "../../src/cli/commands/results/sessions.ts";
import ask from "../../src/cli/commands/setup/ask.ts";
import init from "../../src/cli/commands/setup/init.ts";
import models from "../../src/cli/commands/setup/models.ts";
import story from "../../src/cli/commands/setup/story.ts";
import type { SessionResult } from "../../src/contract/index.ts";
import { providers } from "../../src/kernel/models/index.ts";
import { runInMemory } from "../support/cli/run-in-memory.ts";
import { emptyFolder } from "./house-session.ts";

export const rehearse = (...argv: string[]) =>
  runInMemory([ask, compare, demo, init, models, play, replay, report, sessions, story], argv);

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
