/** Runs long work in slices, so that other requests are answered in between. */
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../kernel/clock/index.ts";

const SLICE_MS = 15;

export async function runInSlices<Result>(
  steps: Generator<void, Result, void>,
  clock: Clock,
): Promise<Result> {
  for (let pause = clock.now() + SLICE_MS; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (clock.now() < pause) continue;
    await setImmediate();
    pause = clock.now() + SLICE_MS;
  }
}
