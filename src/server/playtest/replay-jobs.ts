/** Replays that a page starts: planned and refused before a folder is made, then run in this process. */
import { basename, join } from "node:path";
import type { JobView, ReplayRequest } from "../../contract/index.ts";
import { createBudget } from "../../kernel/budget/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import { branchSession } from "../../playtest/index.ts";
import { problemOf, Refusal, serverClosing } from "../problem.ts";
import type { LiveEvents } from "./live-events.ts";
import { planReplay, type PlannedReplay } from "./plan-replay.ts";
import { SESSIONS, sessionId as idOf, type IndexedSession, type SessionIndex } from "./session-index.ts";

export type Jobs = {
  /** Throws if it cannot start. */
  start(request: ReplayRequest): Promise<JobView>;
  /** Newest first. */
  list(): JobView[];
  get(id: string): JobView;
  /** Resolves when it has stopped. The turns stay, and `rehearse resume` resumes them. */
  stop(id: string): Promise<JobView>;
  stopSession(session: { id: string; mirrored?: string }): Promise<JobView>;
  plays(session: string): boolean;
  close(): Promise<void>;
};

type Job = { view: JobView; playing?: string; stopping: AbortController; ended: Promise<void> };

/** Each job calls models as fast as they answer; further jobs wait. */
const MOST_AT_ONCE = 4;
const REMEMBERED = 100;
/** The name of a branch of a branch grows; it must stay a valid file name. */
const LONGEST_NAME = 80;

export function createJobs({
  harness,
  index,
  live,
  onBug,
}: {
  harness: Harness;
  index: SessionIndex;
  live: LiveEvents;
  onBug: (error: unknown) => void;
}): Jobs {
  const jobs = new Map<string, Job>();
  const starting = new Set<Promise<JobView>>();
  let [started, isClosed] = [0, false];
  const running = () => [...jobs.values()].filter(({ view }) => view.status === "running");

  async function play(
    job: Job,
    parent: IndexedSession,
    { checkpoint, turn, changes, times, cap }: PlannedReplay,
  ): Promise<void> {
    const sharedBudget = cap === undefined ? undefined : createBudget({ cap, spent: 0 });
    const change = (change: Partial<JobView>) => live.job((job.view = { ...job.view, ...change }));
    let paid = 0;
    try {
      for (let replicate = 0; replicate < times; replicate++) {
        // Checked before the folder is made: after a stop no further branch begins.
        job.stopping.signal.throwIfAborted();
        const name = basename(parent.dir);
        // Nothing is written to a copy of a queued run.
        const out = parent.mirrored === undefined ? parent.beside : join(harness.workspace, SESSIONS);
        const sessionId = basename(
          newRunFolder(out, `${name.slice(0, LONGEST_NAME)}-t${turn}`, harness.clock.date()),
        );
        const id =
          parent.mirrored === undefined
            ? parent.id.slice(0, parent.id.length - name.length) + sessionId
            : idOf(sessionId);
        job.playing = id;
        change({ sessions: [...job.view.sessions, id] });
        const { result, stopped } = await branchSession(harness, {
          checkpoint,
          changes,
          replicate,
          out,
          sessionId,
          sharedBudget,
          signal: job.stopping.signal,
          onStep: ({ cost }) => (job.view = { ...job.view, cost: paid + cost }),
          onTurn: (state) => {
            index.touch();
            live.session(id, { turns: state.turn, outcome: "unfinished", live: true });
          },
        });
        paid += result.cost.total;
        index.touch();
        live.session(id, { turns: result.turns, outcome: result.outcome, live: false });
        if (stopped) throw stopped;
        change({ done: replicate + 1, cost: paid });
      }
      change({ status: "done" });
    } catch (error) {
      const { body, isBug } = problemOf(error);
      if (isBug) onBug(error);
      change(
        body.error.code === "interrupted"
          ? { status: "stopped" }
          : { status: "failed", error: body.error.message },
      );
    } finally {
      job.playing = undefined;
    }
  }

  function jobOf(id: string): Job {
    const job = jobs.get(id);
    if (!job)
      throw new Refusal({
        status: 404,
        code: "unknown-job",
        message: `Job ${JSON.stringify(id.slice(0, 200))} not found.`,
        remedy: "GET /api/jobs lists the jobs since the server started.",
      });
    return job;
  }

  async function stop(job: Job): Promise<JobView> {
    job.stopping.abort(new InterruptedError());
    await job.ended;
    return job.view;
  }

  const refuseWhenClosed = () => {
    if (isClosed) throw serverClosing();
  };

  async function begin(request: ReplayRequest): Promise<JobView> {
    const parent = await index.get(request.session);
    const planned = await planReplay(harness, parent, request);
    // Closing waits for this job, which has nothing left to stop.
    refuseWhenClosed();
    const stamp = harness.clock.date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const view: JobView = {
      id: `replay-${stamp}-${++started}`,
      kind: "replay",
      from: { session: parent.id, turn: planned.turn },
      status: "running",
      sessions: [],
      done: 0,
      total: planned.times,
      cost: 0,
    };
    const job: Job = { view, stopping: new AbortController(), ended: Promise.resolve() };
    jobs.set(view.id, job);
    for (const [old] of [...jobs].filter(([, { view }]) => view.status !== "running").slice(0, -REMEMBERED))
      jobs.delete(old);
    live.job(view);
    job.ended = play(job, parent, planned);
    return job.view;
  }

  return {
    async start(request) {
      refuseWhenClosed();
      if (starting.size + running().length >= MOST_AT_ONCE)
        throw new Refusal({
          status: 429,
          code: "too-many-jobs",
          message: `${MOST_AT_ONCE} jobs are already active.`,
          remedy: "Wait until one ends, or stop one.",
        });
      const begun = begin(request);
      starting.add(begun);
      return begun.finally(() => starting.delete(begun));
    },
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    get: (id) => jobOf(id).view,
    stop: (id) => stop(jobOf(id)),
    plays: (session) => running().some(({ playing }) => playing === session),
    async stopSession({ id: session, mirrored }) {
      const job = running().find(({ playing }) => playing === session);
      if (!job)
        throw new Refusal({
          status: 409,
          code: "not-played-here",
          message: `This server is not playing ${session}.`,
          remedy: `${mirrored === undefined ? "Press Ctrl+C where it was started." : `Stop its run with \`rehearse runs stop ${mirrored}\`.`} Played turns are kept.`,
        });
      return stop(job);
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(starting);
      await Promise.all(running().map(stop));
    },
  };
}
