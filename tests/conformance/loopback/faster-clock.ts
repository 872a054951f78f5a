import { systemClock, type Clock } from "../../../src/kernel/clock/index.ts";

/** The real clock, running faster: so that obeying "wait three seconds" can be seen in milliseconds. */
export function fasterClock(speed: number): Clock {
  const startedAt = systemClock.now();
  const epoch = systemClock.date().getTime();
  const now = () => (systemClock.now() - startedAt) * speed;
  return {
    now,
    date: () => new Date(epoch + now()),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
