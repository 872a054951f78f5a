/** Resumes stopped work of the workspace with the functions of `rehearse resume`. */
import { basename } from "node:path";
import { USUAL_CONCURRENCY } from "../../operations/options.ts";
import {
  experimentIn,
  longer,
  plannedAs,
  requireLive,
  type StoredExperiment,
} from "../../operations/play/stored-run.ts";
import type { ResumeRequest, WorkKind } from "../../contract/index.ts";
import { usd } from "../../kernel/budget/index.ts";
import type { ErrorCode, HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  loadLatest,
  requireMatrix,
  requireSession,
  resumeSession,
  runAb,
  runBisect,
  runMatrix,
} from "../../playtest/index.ts";
import { invalid, Refusal } from "../problem.ts";
import { abName, abNews } from "./ab-job.ts";
import type { Progress, Task } from "./job-runner.ts";
import { tellEnded, watchSession, type JobTools } from "./job-tools.ts";
import { matrixName, matrixNews } from "./matrix-job.ts";
import { findWork, totalOf, type FoundWork } from "./stopped-work.ts";

export async function planResumeJob(
  tools: JobTools,
  asked: { kind: WorkKind; id: string },
  request: ResumeRequest,
): Promise<Task> {
  const work = await findWork(tools, asked, request);
  const { view } = work;
  if (view === undefined)
    throw refused("nothing-to-do", `${asked.id} is finished: nothing is left to play.`, "Start a new run.");
  if (view.notResumable !== undefined)
    throw refused("not-resumable", `${asked.id} cannot be resumed here. ${view.notResumable}`, view.command);
  requireLive(work.dir);
  return asked.kind === "session"
    ? resumeOne(tools, work, request)
    : resumeExperiment(tools, work, { kind: asked.kind, ...request });
}

const refused = (code: ErrorCode, message: string, remedy: string) =>
  new Refusal({ status: 409, code, message, remedy });

/** Undefined: as stored. The stored budget holds too, unless the server's is smaller. */
function budgetFor(
  { settings }: Harness,
  { view, id }: FoundWork,
  asked: number | undefined,
): number | undefined {
  const most = settings.budget;
  if (asked !== undefined && most !== undefined && asked > most)
    throw invalid([
      {
        field: "budget",
        in: "body",
        message: `at most ${usd(most)}, the server's --budget; restart the server with a larger one`,
      },
    ]);
  const stored = view?.budget ?? undefined;
  const given = asked ?? (most !== undefined && (stored === undefined || stored > most) ? most : undefined);
  const [cap, spent] = [given ?? stored, view?.cost ?? 0];
  if (cap !== undefined && (spent >= cap || (view?.state === "spent" && cap <= (stored ?? 0))))
    throw new Refusal({
      status: 402,
      code: "bad-value",
      message: `${id} has spent ${usd(spent)}: a budget of ${usd(cap)} is not enough to continue.`,
      remedy: "Give a larger budget.",
    });
  return given;
}

async function resumeOne(
  tools: JobTools,
  work: FoundWork,
  { budget: asked, pairs }: ResumeRequest,
): Promise<Task> {
  const { id, dir, view } = work;
  if (pairs !== undefined) throw invalid([{ field: "pairs", in: "body", message: "only for an A/B test" }]);
  const { state } = loadLatest(dir);
  const { config } = state;
  const harness = tools.harness.pinnedTo(config.pinned);
  try {
    const budget = budgetFor(harness, work, asked);
    await requireSession(harness, config, budget ?? view!.budget ?? undefined);
    return {
      kind: state.branchedFrom ? "replay" : "play",
      name: `${config.story}, ${config.prompt}, ${config.narratorModel}`,
      resumes: true,
      sessions: [id],
      unit: "turn",
      done: state.turn,
      total: config.maxTurns,
      cost: view!.cost ?? 0,
      budget: budget ?? view!.budget ?? undefined,
      async run(progress) {
        try {
          const { result, stopped } = await resumeSession(harness, dir, {
            budget,
            plannedAs: plannedAs(state),
            ...watchSession(tools, progress, { id, paid: 0, onTurn: (turn) => ({ done: turn }) }),
          });
          await tellEnded(tools, progress, { id, result });
          if (stopped) throw stopped;
        } finally {
          await harness.close();
        }
      },
    };
  } catch (error) {
    await harness.close();
    throw error;
  }
}

async function resumeExperiment(
  tools: JobTools,
  work: FoundWork,
  { kind, budget: asked, pairs }: ResumeRequest & { kind: Exclude<WorkKind, "session"> },
): Promise<Task> {
  const { dir, view } = work;
  const stored = longer(experimentIn(dir)!, basename(dir), pairs);
  const harness = tools.harness.pinnedTo(stored.pinned);
  try {
    const budget = budgetFor(harness, work, asked);
    const cap = budget ?? stored.plan.budget;
    if (stored.kind === "matrix") await requireMatrix(harness, stored.plan, cap);
    return {
      kind,
      name: nameOf(stored),
      resumes: true,
      of: { kind, id: work.id },
      unit: ({ matrix: "session", ab: "pair", bisect: "replay" } as const)[kind],
      done: view!.done,
      total: totalOf(stored),
      cost: view!.cost ?? 0,
      budget: cap,
      async run(progress) {
        try {
          const endedBy = await playRest(harness, stored, { dir, budget, progress });
          tools.index.touch();
          if (endedBy) throw endedBy;
        } finally {
          await harness.close();
        }
      },
    };
  } catch (error) {
    await harness.close();
    throw error;
  }
}

const nameOf = (stored: StoredExperiment): string =>
  stored.kind === "matrix"
    ? matrixName(stored.plan)
    : stored.kind === "ab"
      ? abName(stored.plan)
      : `${stored.plan.sessionId}, ${stored.plan.changed.label}`;

async function playRest(
  harness: Harness,
  stored: StoredExperiment,
  { dir, budget, progress }: { dir: string; budget: number | undefined; progress: Progress },
): Promise<HarnessError | undefined> {
  const { signal, change } = progress;
  const concurrency = stored.pinned?.concurrency ?? USUAL_CONCURRENCY;
  const options = { dir, concurrency, budget, signal };
  switch (stored.kind) {
    case "matrix":
      return (await runMatrix(harness, { ...options, plan: stored.plan, onNews: matrixNews(progress) }))
        .endedBy;
    case "ab":
      return (await runAb(harness, { ...options, plan: stored.plan, onNews: abNews(progress) })).endedBy;
    case "bisect":
      return (
        await runBisect(harness, {
          ...options,
          plan: stored.plan,
          onNews: ({ done, of, cost }) => change({ done, total: of, cost }),
        })
      ).endedBy;
  }
}
