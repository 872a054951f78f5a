/** A workspace after a day of use: sessions of the house cast, branches of one, a matrix, and a check. */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { createHarness, type Harness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import {
  branchSession,
  houseCast,
  planMatrix,
  planSession,
  playSession,
  runMatrix,
  turnPath,
  type Watch,
} from "../../src/playtest/index.ts";
import { makeWorkspace, type Workspace } from "../support/server/served-workspace.ts";

export type ViewerWorkspace = Workspace & { sessions: string };

export type Played = {
  sessionId: string;
  narrator: string;
  turns: number;
  players?: number;
  playerModel?: string;
  /** Its id by default. */ seed?: string | number;
} & Watch;

/** Plays into a workspace; `more` are actors besides the house cast. */
export async function playInto(
  workspace: Workspace,
  more: readonly HouseMember[],
  work: (play: (wish: Played) => Promise<unknown>, harness: Harness, sessions: string) => Promise<void>,
): Promise<ViewerWorkspace> {
  const { settings } = resolveSettings({ file: { cacheDir: join(workspace.dir, "cache") } });
  const harness = createHarness({ settings, ...connect(settings, {}), house: [...houseCast, ...more] });
  const sessions = join(workspace.dir, "sessions");
  const play = ({
    sessionId,
    narrator,
    turns,
    players = 3,
    playerModel,
    seed = sessionId,
    ...watch
  }: Played) =>
    playSession(harness, {
      config: planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator,
        seed,
        maxTurns: turns,
        players,
        playerModel,
      }),
      out: sessions,
      sessionId,
      ...watch,
    });
  await work(play, harness, sessions);
  await harness.close();
  return { ...workspace, sessions };
}

export async function playMatrix(
  harness: Harness,
  {
    dir,
    prompts,
    narrators = ["house"],
    turns = 4,
    sessions = 1,
    players,
    playerModel,
  }: {
    dir: string;
    prompts: Record<string, string>;
    narrators?: string[];
    turns?: number;
    sessions?: number;
    players?: number;
    playerModel?: string;
  },
): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const plan = planMatrix(harness, {
    config: {
      stories: ["innsmouth"],
      systemPrompts: prompts,
      narratorModels: narrators,
      maxTurnsPerSession: turns,
      sessionsPerCombination: sessions,
      players,
      playerModel,
    },
    matrixId: dir.split("/").at(-1)!,
    seed: 3,
  });
  await runMatrix(harness, { dir, plan, concurrency: 2 });
}

let played: Promise<ViewerWorkspace> | undefined;

/** Played once for all test files that share a process; each gets its own copy. */
export async function makeViewerWorkspace(): Promise<ViewerWorkspace> {
  played ??= playEverything();
  const { dir } = await played;
  const copy = makeWorkspace();
  for (const name of ["sessions", "matrices"])
    cpSync(join(dir, name), join(copy.dir, name), { recursive: true });
  return { ...copy, sessions: join(copy.dir, "sessions") };
}

function playEverything(): Promise<ViewerWorkspace> {
  const workspace = makeWorkspace();
  return playInto(workspace, [], async (play, harness, sessions) => {
    await play({ sessionId: "plain", narrator: "house", turns: 14 });
    await play({ sessionId: "looping", narrator: "house/looping", turns: 10 });
    await play({ sessionId: "leaky", narrator: "house/leaky", turns: 12, players: 2 });
    for (const [sessionId, narrator] of [
      ["plain-rushed", "house/rushed"],
      ["plain-looping", "house/looping"],
    ] as const)
      await branchSession(harness, {
        checkpoint: turnPath(join(sessions, "plain"), 6),
        changes: { narrator, turns: 3 },
        replicate: 0,
        out: sessions,
        sessionId,
      });
    await playMatrix(harness, {
      dir: join(workspace.dir, "matrices", "small"),
      prompts: { baseline: "baseline", structured: "structured" },
    });
  });
}
