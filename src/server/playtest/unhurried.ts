import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../kernel/clock/index.ts";

/** Others get their turn after so long. */
const AT_A_STRETCH_MS = 15;

/** Goes through the steps of long work and lets others in between. */
export async function unhurried<Result>(steps: Generator<void, Result, void>, clock: Clock): Promise<Result> {
  for (let pause = clock.now() + AT_A_STRETCH_MS; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (clock.now() < pause) continue;
    await setImmediate();
    pause = clock.now() + AT_A_STRETCH_MS;
  }
}
