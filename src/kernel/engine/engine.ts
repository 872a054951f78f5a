import type { HarnessError } from "../errors/index.ts";

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

export type RunOptions<In, Out> = {
  /** Jobs under way at once. */
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
