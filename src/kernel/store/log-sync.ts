import type { HarnessError } from "../errors/index.ts";
import { cannotWrite } from "./log-writer.ts";

/** Why: many jobs ask for the same log to be on disk at the same time; one trip to the disk serves them all. */
export type LogSync = {
  /** Something was written that is not on disk yet. */
  wrote(): void;
  sync(): Promise<void>;
  /** A failed sync stays failed: the system forgets what it could not write, and a second try would lie. */
  failure(): HarnessError | undefined;
};

/** `flush` makes the trip: all that was written before it starts is on disk when it resolves. */
export function logSync({ flush, path }: { flush: () => Promise<void>; path: string }): LogSync {
  let written = 0;
  let synced = 0;
  let running: Promise<void> | undefined;
  let failure: HarnessError | undefined;

  async function run(): Promise<void> {
    // Writes made while the disk is busy may have missed this trip.
    const upTo = written;
    try {
      await flush();
      synced = upTo;
    } catch (error) {
      failure = cannotWrite(error, path);
    } finally {
      running = undefined;
    }
  }

  return {
    wrote: () => void written++,
    failure: () => failure,
    async sync() {
      const wanted = written;
      while (synced < wanted && !failure) await (running ??= run());
      if (failure) throw failure;
    },
  };
}
