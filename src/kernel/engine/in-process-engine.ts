import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";

/** Something to be done. */
export type Job<In> = { id: string; input: In };

/** The handler of a job. */
export type Work<In, Out> = {
  run(input: In, context: { attempt: number; signal: AbortSignal }): Promise<Out>;
};

export type JobEnd<In, Out> = { job: Job<In>; attempts: number } & (
  | { output: Out }
  | { error: HarnessError }
);

type RunOptions<In, Out> = {
  concurrency: number;
  /** Attempts for a failing job, including the first. */
  attempts?: number;
  /** Errors after which no further job makes sense: the budget is spent, or the user stopped it. */
  isFinal?: (error: HarnessError) => boolean;
  signal?: AbortSignal;
  onStart?: (job: Job<In>) => void;
  onEnd?: (end: JobEnd<In, Out>) => void;
};

/**
 * Runs many jobs. A job must save its work before it ends and continue from there when run again: every job runs at
 * least once, not exactly once.
 */
export type Engine = {
  /** Resolves when no job is running; with the error that ended it early, if any. */
  run<In, Out>(
    work: Work<In, Out>,
    jobs: Iterable<Job<In>>,
    options: RunOptions<In, Out>,
  ): Promise<{ endedBy?: HarnessError }>;
};

/** Runs jobs in this process, several at once. Jobs are read lazily: a long list is never all in memory. */
export const inProcessEngine: Engine = {
  async run<In, Out>(
    work: Work<In, Out>,
    jobs: Iterable<Job<In>>,
    { concurrency, attempts = 1, isFinal = () => false, signal, onStart, onEnd }: RunOptions<In, Out>,
  ) {
    const stop = new AbortController();
    const stopped = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])]);
    let endedBy: HarnessError | undefined;
    let broken: { error: unknown } | undefined;
    const queue = jobs[Symbol.iterator]();

    const runOne = async (job: Job<In>): Promise<JobEnd<In, Out>> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return {
            job,
            attempts: attempt,
            output: await work.run(job.input, { attempt, signal: stopped }),
          };
        } catch (error) {
          // An internal error is not a job failure: it must surface.
          if (!(error instanceof HarnessError)) throw error;
          if (isFinal(error)) endedBy ??= error;
          if (attempt >= attempts || stopped.aborted || endedBy) return { job, attempts: attempt, error };
        }
      }
    };

    const isOver = () => stopped.aborted || endedBy !== undefined || broken !== undefined;
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
  },
};
