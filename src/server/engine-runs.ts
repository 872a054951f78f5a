/** The runs that workers play, for pages: listed for everybody, controlled if the database role may write. */
import { submitPrepared, type Prepared } from "../api/queued-experiment.ts";
import type { EngineRunView, EngineSessions, EngineView } from "../contract/index.ts";
import type { Database } from "../kernel/database/index.ts";
import {
  findRun,
  isOver,
  listRuns,
  mayControl,
  resumeRun,
  sessionsOf,
  stopRun,
  workersOf,
  type QueuedRun,
  type Queue,
} from "../kernel/engine/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { Refusal } from "./problem.ts";

export type EngineRuns = {
  view(): Promise<EngineView>;
  /** What keeps a run from being queued now, and how many workers are connected, if that is known. */
  problems(): Promise<{ problems: Problem[]; connected?: number }>;
  /** Prepares a run once the database has accepted the connection, and queues it. */
  queue(prepare: () => Promise<Prepared>): Promise<EngineRunView>;
  sessions(run: string): Promise<EngineSessions["sessions"]>;
  stop(run: string): Promise<EngineRunView>;
  resume(run: string, options: { budget?: number | undefined }): Promise<EngineRunView>;
};

type Problem = { code: string; message: string; remedy: string };

/** How many runs, the newest first. */
const MOST = 50;

export function createEngineRuns({
  database,
  withQueue,
}: {
  database: Database;
  /** Opens the queue for one change. */
  withQueue: <Out>(use: (queue: Queue) => Promise<Out>) => Promise<Out>;
}): EngineRuns {
  let control: Promise<boolean> | undefined;
  const allowed = () => (control ??= mayControl(database));

  const requireControl = async (command: string) => {
    if (!(await allowed()))
      throw new Refusal({
        status: 403,
        code: "read-only-engine",
        message: "The server's database role can only read.",
        remedy: `Use the command line with a role that can write: rehearse ${command} --engine postgres://…`,
      });
  };

  async function change(run: string, use: (queue: Queue) => Promise<unknown>): Promise<EngineRunView> {
    await requireControl(`runs stop|resume ${run}`);
    await withQueue(use);
    return runView(await findRun(database, run));
  }

  return {
    async view() {
      try {
        const [runs, workers, may] = await Promise.all([
          listRuns(database, { most: MOST }),
          workersOf(database),
          allowed(),
        ]);
        return {
          address: database.address,
          control: may,
          runs: runs.map(runView),
          workers: workers.map(({ id, version, playing, atOnce, silentSeconds }) => ({
            id,
            version,
            playing,
            atOnce,
            silentSeconds: Math.max(0, silentSeconds),
          })),
        };
      } catch (error) {
        control = undefined;
        if (!(error instanceof HarnessError)) throw error;
        return { address: database.address, control: false, runs: [], workers: [], trouble: error.message };
      }
    },
    async problems() {
      try {
        await requireControl("matrix|ab …");
        return { problems: [], connected: (await workersOf(database)).length };
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error;
        const { code, message, remedy } = error;
        return { problems: [{ code, message, remedy }] };
      }
    },
    async queue(prepare) {
      await requireControl("matrix|ab …");
      const id = await withQueue(async (queue) => submitPrepared(database, queue, await prepare()));
      return runView(await findRun(database, id));
    },
    sessions: async (run) => {
      await findRun(database, run);
      return (await sessionsOf(database, run)).map(({ id, state, turns, cost, worker, error }) => ({
        id,
        state,
        turns,
        cost,
        worker: state === "playing" ? worker : null,
        error: error === null || error.exit === 130 ? null : error.message,
      }));
    },
    stop: (run) => change(run, (queue) => stopRun(database, queue, run)),
    resume: (run, { budget }) => change(run, (queue) => resumeRun(database, queue, run, { budget })),
  };
}

function runView(run: QueuedRun): EngineRunView {
  const { id, kind, state, planned, sessions, turns, cost, atMost, cap, created, ended, error } = run;
  const missing = sessions.crashed + sessions.stopped > 0 || state === "failed" || state === "stopped";
  const isSpent = error?.exit === 4;
  return {
    id,
    kind,
    state,
    planned,
    sessions,
    turns,
    cost,
    atMost,
    budget: cap,
    at: created.toISOString(),
    endedAt: ended?.toISOString() ?? null,
    error: error && error.exit !== 130 ? { message: error.message, remedy: error.remedy } : null,
    canStop: state === "queued" || state === "playing",
    canResume: isOver(state) && missing,
    ...(isSpent && { suggestedBudget: Number((Math.max(cap ?? 1, atMost) * 2).toPrecision(2)) }),
  };
}
