/**
 * A workspace with a session full of issues and branches with better narrators, to show which issues belong to which.
 */
import { join } from "node:path";
import { branchSession, planSession, playSession, turnPath } from "../../../src/playtest/index.ts";
import { houseHarness } from "../house-cast/house-harness.ts";
import { makeWorkspace, type Workspace } from "./served-workspace.ts";

export type BranchedWorkspace = Workspace & { sessions: string };

/**
 * `parent` has 12 turns, `child` and `child-2` branch from its 8th with another narrator, `grandchild` from the child's
 * 9th.
 */
export async function makeBranches(): Promise<BranchedWorkspace> {
  const workspace = makeWorkspace();
  const harness = houseHarness();
  const sessions = join(workspace.dir, "sessions");
  await playSession(harness, {
    config: planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house/looping",
      seed: 2,
      maxTurns: 12,
      players: 3,
    }),
    out: sessions,
    sessionId: "parent",
  });
  const branch = (sessionId: string, from: string, turn: number, replicate: number) =>
    branchSession(harness, {
      checkpoint: turnPath(join(sessions, from), turn),
      changes: { narrator: "house", turns: 2 },
      replicate,
      out: sessions,
      sessionId,
    });
  await branch("child", "parent", 8, 0);
  await branch("child-2", "parent", 8, 1);
  await branch("grandchild", "child", 9, 0);
  await harness.close();
  return { ...workspace, sessions };
}
