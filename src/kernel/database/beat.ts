import type { Clock } from "../clock/index.ts";

/** Runs `work` when it is asked for, never twice at once. `work` may say in how many ms it wants to run again. */
export type Beat = {
  soon(ms: number): void;
  readonly running: boolean;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
};

export function createBeat({
  clock,
  work,
  onError,
  after,
}: {
  clock: Clock;
  work: () => Promise<number | undefined>;
  onError: (error: unknown) => void;
  /** Called when `work` is done and no longer runs. */
  after?: () => void;
}): Beat {
  let dueAt = Infinity;
  let timer: AbortController | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const arm = () => {
    timer?.abort("set again");
    timer = undefined;
    if (running || stopped || dueAt === Infinity) return;
    timer = new AbortController();
    clock.sleep(dueAt - clock.now(), timer.signal).then(run, () => {});
  };
  const run = () => {
    timer = undefined;
    dueAt = Infinity;
    running = work()
      .then((next) => {
        if (next !== undefined) dueAt = Math.min(dueAt, clock.now() + next);
      }, onError)
      .finally(() => {
        running = undefined;
        arm();
        after?.();
      });
  };
  return {
    soon(ms) {
      const at = clock.now() + ms;
      if (at >= dueAt) return;
      dueAt = at;
      arm();
    },
    get running() {
      return running !== undefined;
    },
    async stop() {
      stopped = true;
      timer?.abort("stopped");
      await running;
    },
  };
}
