/** A replay from a turn: one branch, or an A/B test against the unchanged session. */
import { basename } from "node:path";
import { USUAL_CONCURRENCY } from "../../operations/options.ts";
import type { ReplayRequest } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import { branchSession, requireSession } from "../../playtest/index.ts";
import { plannedPairs, plannedReplay } from "../playtest/index.ts";
import { abTask } from "./ab-job.ts";
import type { Task } from "./job-runner.ts";
import { watchSession, type JobTools } from "./job-tools.ts";

/** The name of a branch of a branch grows; it must stay a valid file name. */
const LONGEST_NAME = 80;

export async function planReplayJob(tools: JobTools, request: ReplayRequest): Promise<Task> {
  const { harness, index, live } = tools;
  const parent = await index.get(request.session);
  const { turn } = request;
  if (request.times > 1)
    return {
      ...(await abTask(tools, {
        ...plannedPairs(harness, parent, request),
        concurrency: USUAL_CONCURRENCY,
      })),
      from: { session: parent.id, turn },
    };
  const { checkpoint, changes, state, cap } = plannedReplay(harness, parent, request);
  await requireSession(harness, state.config, cap);
  const { story, prompt, narrator } = parent.card;
  return {
    kind: "replay",
    name: `${story}, ${request.prompt ?? prompt}, ${request.narrator ?? narrator}`,
    from: { session: parent.id, turn },
    unit: "branch",
    total: 1,
    ...(request.turns !== undefined && { turnsEach: request.turns }),
    budget: cap,
    async run(progress) {
      const name = basename(parent.dir);
      const out = parent.beside;
      const sessionId = basename(
        newRunFolder(out, `${name.slice(0, LONGEST_NAME)}-t${turn}`, harness.clock.date()),
      );
      const id = parent.id.slice(0, parent.id.length - name.length) + sessionId;
      progress.change({ sessions: [id], playing: 1 });
      const { result, stopped } = await branchSession(harness, {
        checkpoint,
        changes,
        replicate: 0,
        out,
        sessionId,
        sharedBudget: cap === undefined ? undefined : createBudget({ cap, spent: 0 }),
        ...watchSession(tools, progress, { id, paid: 0 }),
      });
      index.touch();
      live.session(id, { ...result, live: false });
      if (stopped) throw stopped;
      progress.change({ done: 1, cost: result.cost.total });
    },
  };
}
