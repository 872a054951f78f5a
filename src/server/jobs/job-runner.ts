/** The work that pages start: at most a few jobs at once, each stoppable, with its progress for lists and listeners. */
import type { JobView } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import { problemOf, Refusal, serverClosing } from "../problem.ts";

/** A planned job: everything that could refuse it has been checked, and nothing was written. */
export type Task = Pick<JobView, "kind" | "name" | "unit" | "total"> &
  Partial<
    Pick<JobView, "from" | "of" | "budget" | "resumes" | "sessions" | "done" | "cost" | "turnsEach">
  > & {
    /** Throws what ends it early. Everything played so far is on disk by then. */
    run(progress: Progress): Promise<void>;
  };

export type Progress = {
  readonly signal: AbortSignal;
  readonly view: JobView;
  change(part: Partial<JobView>): void;
};

/** A session as the lists know it. */
type Played = { id: string; of?: JobView["of"] | undefined };

export type Jobs = {
  /** Throws if it cannot start. `resumes` names what it resumes, which only one job at a time may do. */
  start(plan: () => Promise<Task>, options?: { resumes?: string }): Promise<JobView>;
  /** Newest first. */
  list(): JobView[];
  get(id: string): JobView;
  /** Resolves when it has stopped. The turns stay, and can be resumed. */
  stop(id: string): Promise<JobView>;
  stopSession(session: Played): Promise<JobView>;
  plays(session: Played): boolean;
  /** Whether a running job plays this experiment. */
  playsExperiment(of: NonNullable<JobView["of"]>): boolean;
  close(): Promise<void>;
};

type Job = { view: JobView; stopping: AbortController; ended: Promise<void> };

/** Each job calls models as fast as they answer; further jobs are refused. */
const MOST_AT_ONCE = 4;
const REMEMBERED = 100;

export function createJobs({
  clock,
  tell,
  onBug,
}: {
  clock: Clock;
  /** Called with the id of a job after each change. */
  tell: (id: string) => void;
  onBug: (error: unknown) => void;
}): Jobs {
  const jobs = new Map<string, Job>();
  const starting = new Set<Promise<JobView>>();
  /** From planning until the job has ended: a folder is locked only once its job has begun. */
  const resumed = new Set<string>();
  let [started, isClosed] = [0, false];
  const running = () => [...jobs.values()].filter(({ view }) => view.status === "running");

  async function work(job: Job, run: Task["run"]): Promise<void> {
    const began = clock.now();
    const doneBefore = job.view.done;
    const change = (part: Partial<JobView>) => {
      const before = job.view;
      const { done, total } = { ...before, ...part };
      const pace = done > doneBefore ? (clock.now() - began) / (done - doneBefore) : null;
      job.view = { ...before, ...part, leftMs: pace === null ? null : Math.round(pace * (total - done)) };
      tell(before.id);
    };
    const end = (part: Partial<JobView>) => {
      const { doing: _doing, doingSince: _since, ...view } = job.view;
      job.view = { ...view, playing: 0, leftMs: null, endedAt: clock.date().toISOString(), ...part };
      tell(job.view.id);
    };
    try {
      await run({
        signal: job.stopping.signal,
        get view() {
          return job.view;
        },
        change,
      });
      end({ status: "done" });
    } catch (error) {
      const { body, isBug } = problemOf(error);
      if (isBug) onBug(error);
      const { code, message, remedy } = body.error;
      if (code === "interrupted") end({ status: "stopped" });
      else end({ status: "failed", error: message, remedy, ...(code === "budget-spent" && { spent: true }) });
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

  async function begin(plan: () => Promise<Task>): Promise<JobView> {
    const { run, ...task } = await plan();
    // Closing waits for this job, which has nothing left to stop.
    refuseWhenClosed();
    const stamp = clock.date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const view: JobView = {
      id: `${task.kind}-${stamp}-${++started}`,
      status: "running",
      sessions: [],
      done: 0,
      turns: 0,
      playing: 0,
      failed: 0,
      cost: 0,
      startedAt: clock.date().toISOString(),
      endedAt: null,
      leftMs: null,
      ...task,
    };
    const job: Job = { view, stopping: new AbortController(), ended: Promise.resolve() };
    jobs.set(view.id, job);
    for (const [old] of [...jobs].filter(([, { view }]) => view.status !== "running").slice(0, -REMEMBERED))
      jobs.delete(old);
    tell(view.id);
    job.ended = work(job, run);
    return job.view;
  }

  const player = ({ id, of }: Played): Job | undefined =>
    running().find(({ view }) => (of && view.of ? isSame(of, view.of) : view.sessions.at(-1) === id));

  return {
    async start(plan, { resumes } = {}) {
      refuseWhenClosed();
      if (resumes !== undefined && resumed.has(resumes))
        throw new Refusal({
          status: 409,
          code: "already-running",
          message: "A job of this server is already resuming it.",
          remedy: "GET /api/jobs lists the job. Wait until it ends, or stop it.",
        });
      if (starting.size + running().length >= MOST_AT_ONCE)
        throw new Refusal({
          status: 429,
          code: "busy",
          message: `${MOST_AT_ONCE} jobs are already active.`,
          remedy: "Wait until one ends, or stop one.",
        });
      const begun = begin(plan);
      starting.add(begun);
      if (resumes !== undefined) {
        resumed.add(resumes);
        const release = () => resumed.delete(resumes);
        begun.then(({ id }) => jobs.get(id)?.ended.then(release), release);
      }
      return begun.finally(() => starting.delete(begun));
    },
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    get: (id) => jobOf(id).view,
    stop: (id) => stop(jobOf(id)),
    plays: (session) => player(session) !== undefined,
    playsExperiment: (of) => running().some(({ view }) => view.of !== undefined && isSame(of, view.of)),
    async stopSession(session) {
      const job = player(session);
      if (job) return stop(job);
      throw new Refusal({
        status: 409,
        code: "not-played-here",
        message: `This server is not playing ${session.id}.`,
        remedy: "Press Ctrl+C where it was started. Played turns are kept.",
      });
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(starting);
      await Promise.all(running().map(stop));
    },
  };
}

const isSame = (a: NonNullable<JobView["of"]>, b: NonNullable<JobView["of"]>): boolean =>
  a.kind === b.kind && a.id === b.id;
