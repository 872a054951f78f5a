/** A workspace with playtests of the house cast in it: sessions, a branch, a matrix, replays of an A/B test, one that is spoiled, and a link that leads out. */
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InterruptedError } from "../../../src/kernel/models/index.ts";
import {
  branchSession,
  planMatrix,
  planSession,
  playSession,
  runMatrix,
  turnPath,
  type Watch,
} from "../../../src/playtest/index.ts";
import { houseHarness } from "../house-cast/house-harness.ts";
import { makeWorkspace, type Workspace } from "./served-workspace.ts";

/** Stands where nothing of it may be shown. */
export const SECRET = "the-safe-opens-with-4711";

export type PlaytestWorkspace = Workspace & { sessions: string };

export async function makePlaytests(): Promise<PlaytestWorkspace> {
  const workspace = makeWorkspace();
  const harness = houseHarness();
  const sessions = join(workspace.dir, "sessions");
  const play = (
    sessionId: string,
    { narrator, seed, maxTurns, ...watch }: Watch & { narrator: string; seed: number; maxTurns: number },
  ) =>
    playSession(harness, {
      config: planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator,
        seed,
        maxTurns,
        players: 3,
      }),
      out: sessions,
      sessionId,
      ...watch,
    });
  await play("plain", { narrator: "house", seed: 1, maxTurns: 14 });
  await play("looping.v2", { narrator: "house/looping", seed: 2, maxTurns: 16 });
  const stop = new AbortController();
  // With a limit of a hundred turns, so that its replays run for a while.
  await play("begun", {
    narrator: "house",
    seed: 4,
    maxTurns: 100,
    signal: stop.signal,
    onTurn: ({ turn }) => turn === 4 && stop.abort(new InterruptedError()),
  });
  await branchSession(harness, {
    checkpoint: turnPath(join(sessions, "plain"), 6),
    changes: { narrator: "house/rushed", turns: 2 },
    replicate: 0,
    out: sessions,
    sessionId: "plain-rushed",
  });

  const dir = join(workspace.dir, "matrices", "small");
  mkdirSync(dir, { recursive: true });
  const plan = planMatrix(harness, {
    config: {
      stories: ["innsmouth"],
      systemPrompts: { a: "baseline", b: "structured" },
      narratorModels: ["house"],
      maxTurnsPerSession: 4,
    },
    matrixId: "small",
    seed: 3,
  });
  await runMatrix(harness, { dir, plan, concurrency: 2 });
  await harness.close();

  cpSync(join(sessions, "plain-rushed"), join(workspace.dir, "ab", "ab-1", "sessions", "a-0"), {
    recursive: true,
  });
  mkdirSync(join(sessions, "spoiled"));
  writeFileSync(
    join(sessions, "spoiled", "turn-0.json"),
    '{"checksum":"x","version":2,"kind":"start","packed":"AAAA"}',
  );
  mkdirSync(join(sessions, "archive", "old"), { recursive: true });

  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  cpSync(join(sessions, "plain-rushed"), join(elsewhere, "stolen"), { recursive: true });
  for (const name of ["secret.txt", "stolen/report.md"]) writeFileSync(join(elsewhere, name), SECRET);
  writeFileSync(join(workspace.dir, "secret.txt"), SECRET);
  symlinkSync(join(elsewhere, "stolen"), join(sessions, "linked"));
  symlinkSync(dir, join(workspace.dir, "matrices", "linked"));
  return { ...workspace, sessions };
}
