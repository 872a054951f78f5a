/** Playtests of the house cast: sessions, a branch, a matrix, an A/B test, a spoiled one, and a link that leads out. */
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InterruptedError } from "../../../src/kernel/models/index.ts";
import { branchSession, turnPath } from "../../../src/playtest/index.ts";
import { playInto, playMatrix, type ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { makeWorkspace } from "./served-workspace.ts";

/** Stands where nothing of it may be shown. */
export const SECRET = "the-safe-opens-with-4711";

export type { ViewerWorkspace as PlaytestWorkspace };

export async function makePlaytests(): Promise<ViewerWorkspace> {
  const made = makeWorkspace();
  const dir = join(made.dir, "matrices", "small");
  const workspace = await playInto(made, [], async (play, harness, sessions) => {
    await play({ sessionId: "plain", narrator: "house", seed: 1, turns: 14 });
    await play({ sessionId: "looping.v2", narrator: "house/looping", seed: 2, turns: 16 });
    const stop = new AbortController();
    // With a limit of a hundred turns, so that its replays run for a while.
    await play({
      sessionId: "begun",
      narrator: "house",
      seed: 4,
      turns: 100,
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
    await playMatrix(harness, { dir, prompts: { a: "baseline", b: "structured" } });
  });
  const { sessions } = workspace;

  cpSync(join(sessions, "plain-rushed"), join(workspace.dir, "ab", "ab-1", "sessions", "a-0"), {
    recursive: true,
  });
  mkdirSync(join(sessions, "spoiled"));
  writeFileSync(join(sessions, "spoiled", "turn-0.json"), '{"checksum":"x","version":2,"kind":"start"}');
  mkdirSync(join(sessions, "archive", "old"), { recursive: true });

  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  cpSync(join(sessions, "plain-rushed"), join(elsewhere, "stolen"), { recursive: true });
  for (const name of ["secret.txt", "stolen/report.md"]) writeFileSync(join(elsewhere, name), SECRET);
  writeFileSync(join(workspace.dir, "secret.txt"), SECRET);
  symlinkSync(join(elsewhere, "stolen"), join(sessions, "linked"));
  symlinkSync(dir, join(workspace.dir, "matrices", "linked"));
  return workspace;
}
