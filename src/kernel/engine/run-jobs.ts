import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";

export type JobEnd<Job, Output> = { job: Job; attempts: number } & (
  | { output: Output }
  | { error: HarnessError }
);

type Options<Job, Output> = {
  concurrency: number;
  /** Attempts for a failing job, including the first. */
  attempts?: number;
  /** Errors after which no further job makes sense: the budget is spent, or the user stopped it. */
  isFinal?: (error: HarnessError) => boolean;
  signal?: AbortSignal;
  onStart?: (job: Job) => void;
  onEnd?: (end: JobEnd<Job, Output>) => void;
};

export type RunJobs = typeof runJobs;

/**
 * Runs many jobs, several at once. They are read lazily: a long list is never all in memory. A job must save its work
 * before it ends and continue from there when run again: every job runs at least once, not exactly once. Resolves when
 * none is running; with the error that ended it early, if any.
 */
export async function runJobs<Job, Output>(
  jobs: Iterable<Job>,
  work: (job: Job, signal: AbortSignal) => Promise<Output>,
  { concurrency, attempts = 1, isFinal = () => false, signal, onStart, onEnd }: Options<Job, Output>,
): Promise<{ endedBy?: HarnessError }> {
  const stop = new AbortController();
  const stopped = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
  let endedBy: HarnessError | undefined;
  let broken: { error: unknown } | undefined;
  const queue = jobs[Symbol.iterator]();

  const runOne = async (job: Job): Promise<JobEnd<Job, Output>> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return { job, attempts: attempt, output: await work(job, stopped) };
      } catch (error) {
        // An internal error is not a job failure: it must surface.
        if (!(error instanceof HarnessError)) throw error;
        if (isFinal(error)) endedBy ??= error;
        if (attempt >= attempts || stopped.aborted || endedBy) return { job, attempts: attempt, error };
      }
    }
  };

  const isOver = () => stopped.aborted || endedBy !== undefined;
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
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
  if (broken) throw broken.error;
  if (signal?.aborted) endedBy ??= new InterruptedError(signal.reason);
  return endedBy ? { endedBy } : {};
}
