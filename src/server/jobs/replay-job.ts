/** Replays from a turn, one branch after another. */
import { basename } from "node:path";
import type { ReplayRequest } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import { branchSession } from "../../playtest/index.ts";
import { changedIn, planReplay } from "../playtest/index.ts";
import type { Task } from "./job-runner.ts";
import { watchSession, type JobTools } from "./job-tools.ts";

/** The name of a branch of a branch grows; it must stay a valid file name. */
const LONGEST_NAME = 80;

export async function planReplayJob(tools: JobTools, request: ReplayRequest): Promise<Task> {
  const { harness, index, live } = tools;
  const parent = await index.get(request.session);
  const { checkpoint, turn, changes, times, cap } = await planReplay(harness, parent, request);
  const { story, prompt, narrator } = parent.card;
  return {
    kind: "replay",
    name: `${story}, ${request.prompt ?? prompt}, ${request.narrator ?? narrator}`,
    from: {
      session: parent.id,
      turn,
      ...(changes.seed !== undefined && { seed: changes.seed }),
      changed: changedIn(request),
    },
    unit: "branch",
    total: times,
    ...(request.turns !== undefined && { turnsEach: request.turns }),
    budget: cap,
    async run(progress) {
      const sharedBudget = cap === undefined ? undefined : createBudget({ cap, spent: 0 });
      let paid = 0;
      for (let replicate = 0; replicate < times; replicate++) {
        // Checked before the folder is made: after a stop no further branch begins.
        progress.signal.throwIfAborted();
        const name = basename(parent.dir);
        const out = parent.beside;
        const sessionId = basename(
          newRunFolder(out, `${name.slice(0, LONGEST_NAME)}-t${turn}`, harness.clock.date()),
        );
        const id = parent.id.slice(0, parent.id.length - name.length) + sessionId;
        progress.change({ sessions: [...progress.view.sessions, id], playing: 1 });
        const { result, stopped } = await branchSession(harness, {
          checkpoint,
          changes,
          replicate,
          out,
          sessionId,
          sharedBudget,
          ...watchSession(tools, progress, { id, paid }),
        });
        paid += result.cost.total;
        index.touch();
        live.session(id, { ...result, live: false });
        if (stopped) throw stopped;
        progress.change({ done: replicate + 1, cost: paid });
      }
    },
  };
}
