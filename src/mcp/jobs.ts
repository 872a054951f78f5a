/** The calls of this process: each can be waited for, asked about and stopped until it has answered. */
import { systemClock } from "../kernel/clock/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { InterruptedError } from "../kernel/models/index.ts";
import type { RunEvent } from "../operations/library-function.ts";

export type Answer = { text: string; isError?: true };
type Progress = Extract<RunEvent, { type: "progress" }>;

export type Job = {
  id: string;
  /** The last thing that was said of it. */
  doing: string;
  ended: Promise<Answer>;
  stop(): void;
  /** Called with all further progress, until the returned function is called. */
  listen(onProgress: (progress: Progress) => void): () => void;
};

export type Work = (job: { signal: AbortSignal; on(event: RunEvent): void }) => Promise<Answer>;

export type Jobs = {
  start(tool: string, work: Work): Job;
  get(id: string): Job;
  /** Stops all that runs: it is saved, and can be resumed. */
  close(): Promise<void>;
};

const MOST_AT_ONCE = 4;

export function createJobs(): Jobs {
  const jobs = new Map<string, Job>();
  const running = new Set<Job>();
  return {
    start(tool, work) {
      if (running.size >= MOST_AT_ONCE) throw busy([...running]);
      const job = startJob(`${tool}-${jobs.size + 1}`, work);
      jobs.set(job.id, job);
      running.add(job);
      void job.ended.then(() => running.delete(job));
      return job;
    },
    get(id) {
      const job = jobs.get(id);
      if (job) return job;
      throw new HarnessError({
        code: "unknown-job",
        option: "id",
        message: `Unknown job ${JSON.stringify(id.slice(0, 100))}.`,
        remedy: `Running: ${[...running].map((each) => each.id).join(", ") || "none"}. Jobs end with this process; their folders stay.`,
      });
    },
    async close() {
      for (const job of running) job.stop();
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}

function startJob(id: string, work: Work): Job {
  const stopping = new AbortController();
  const listeners = new Set<(progress: Progress) => void>();
  const on = (event: RunEvent) => {
    if (event.type === "step" || event.type === "progress") job.doing = event.text;
    if (event.type === "progress") for (const listener of listeners) listener(event);
  };
  const job: Job = {
    id,
    doing: "starting",
    ended: Promise.resolve().then(() => work({ signal: stopping.signal, on })),
    stop: () => stopping.abort(new InterruptedError()),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return job;
}

/** Undefined: it still runs after this time. */
export async function answerWithin(ms: number, { ended }: Job): Promise<Answer | undefined> {
  const answered = new AbortController();
  const late = systemClock.sleep(ms, answered.signal).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([ended, late]).finally(() => answered.abort());
}

const busy = (running: readonly Job[]): HarnessError =>
  new HarnessError({
    code: "busy",
    message: `${MOST_AT_ONCE} jobs are running: ${running.map(({ id }) => id).join(", ")}.`,
    remedy: "Wait for one of them with the tool job, or stop one.",
  });
