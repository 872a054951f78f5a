import { HarnessError } from "../errors/index.ts";
import { InterruptedError } from "../models/index.ts";

/** Something to be done, as plain data: it can be sent to another machine. */
export type Job<In> = { id: string; input: In };

/** What is done with a job. Its name is how a worker elsewhere finds it; what it takes and gives is plain data. */
export type Work<In, Out> = {
  name: string;
  run(input: In, context: { attempt: number; signal: AbortSignal }): Promise<Out>;
};

export type JobEnd<In, Out> = { job: Job<In>; attempts: number } & (
  | { output: Out }
  | { error: HarnessError }
);

type RunOptions<In, Out> = {
  concurrency: number;
  /** Attempts for a job that fails, the first included. */
  attempts?: number;
  /** Errors after which no further job makes sense: the money is spent, somebody stopped it. */
  isFinal?: (error: HarnessError) => boolean;
  signal?: AbortSignal;
  onStart?: (job: Job<In>) => void;
  onEnd?: (end: JobEnd<In, Out>) => void;
};

/**
 * Runs many jobs. What a job has done must be on disk before it ends, and to run it again must go on from
 * there: an engine promises that every job is run at least once, not once only. The one here runs in this
 * process; a queue that many machines share can stand behind the same interface.
 */
export type Engine = {
  /** Resolves when nothing is under way any more; with the error that ended it early, where one did. */
  run<In, Out>(
    work: Work<In, Out>,
    jobs: Iterable<Job<In>>,
    options: RunOptions<In, Out>,
  ): Promise<{ endedBy?: HarnessError }>;
};

/** Jobs in this process, so many at once. Jobs are drawn as they are needed: a long list is never all in mind. */
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
          // A fault of our own is no job's end: it must be seen.
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
    if (signal?.aborted) endedBy ??= new InterruptedError();
    return endedBy ? { endedBy } : {};
  },
};
