/**
 * A workspace with a session full of issues and branches with better narrators, to show which issues belong to which.
 */
import { join } from "node:path";
import { branchSession, turnPath } from "../../../src/playtest/index.ts";
import { playInto, type ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { makeWorkspace } from "./served-workspace.ts";

export type { ViewerWorkspace as BranchedWorkspace };

/**
 * `parent` has 12 turns, `child` and `child-2` branch from its 8th with another narrator, `grandchild` from the child's
 * 9th.
 */
export const makeBranches = (): Promise<ViewerWorkspace> =>
  playInto(makeWorkspace(), [], async (play, harness, sessions) => {
    await play({ sessionId: "parent", narrator: "house/looping", turns: 12, seed: 2 });
    for (const [sessionId, from, turn, replicate] of [
      ["child", "parent", 8, 0],
      ["child-2", "parent", 8, 1],
      ["grandchild", "child", 9, 0],
    ] as const)
      await branchSession(harness, {
        checkpoint: turnPath(join(sessions, from), turn),
        changes: { narrator: "house", turns: 2 },
        replicate,
        out: sessions,
        sessionId,
      });
  });
