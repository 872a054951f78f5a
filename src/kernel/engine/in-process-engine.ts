import { HarnessError } from "../errors/index.ts";
import { boundOldSpace } from "./bound-old-space.ts";
import { boundYoungSpace } from "./bound-young-space.ts";
import type { Engine, Job, JobEnd, RunOptions, Work } from "./engine.ts";

/** Jobs in this process, so many at once. Jobs are drawn as they are needed: a long list is never all in mind. */
export const inProcessEngine: Engine = {
  async run<In, Out>(
    work: Work<In, Out>,
    jobs: Iterable<Job<In>>,
    { concurrency, attempts = 1, isFinal = () => false, signal, onStart, onEnd }: RunOptions<In, Out>,
  ) {
    const stop = new AbortController();
    const passOn = () => stop.abort(signal!.reason);
    if (signal?.aborted) passOn();
    signal?.addEventListener("abort", passOn, { once: true });
    let endedBy: HarnessError | undefined;
    let broken: { error: unknown } | undefined;
    const queue = jobs[Symbol.iterator]();

    const runOne = async (job: Job<In>): Promise<JobEnd<In, Out>> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return {
            job,
            attempts: attempt,
            output: await work.run(job.input, { attempt, signal: stop.signal }),
          };
        } catch (error) {
          // A fault of our own is no job's end: it must be seen.
          if (!(error instanceof HarnessError)) throw error;
          if (isFinal(error)) endedBy ??= error;
          if (attempt >= attempts || stop.signal.aborted || endedBy) return { job, attempts: attempt, error };
        }
      }
    };

    const isOver = () => stop.signal.aborted || endedBy !== undefined || broken !== undefined;
    const worker = async () => {
      while (!isOver()) {
        try {
          const { value: job, done } = queue.next();
          if (done) return;
          onStart?.(job);
          const end = await runOne(job);
          onEnd?.(end);
        } catch (error) {
          broken ??= { error };
          stop.abort(error);
        }
      }
    };
    const unbound = [boundYoungSpace(), boundOldSpace()];
    try {
      await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
    } finally {
      for (const undo of unbound) undo();
      signal?.removeEventListener("abort", passOn);
    }
    if (broken) throw broken.error;
    if (signal?.aborted)
      endedBy ??= new HarnessError({
        code: "interrupted",
        message: "Interrupted.",
        remedy: "Everything so far is saved. The run can be resumed.",
        exit: 130,
      });
    return endedBy ? { endedBy } : {};
  },
};
