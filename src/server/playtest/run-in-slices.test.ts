import { expect, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { runInSlices } from "./run-in-slices.ts";

test("long work lets other requests run in between; short work runs at once", async () => {
  const clock = manualClock();
  const happened: string[] = [];
  function* work(ms: number): Generator<void, string, void> {
    for (let step = 1; step <= 3; step++) {
      now += ms;
      happened.push(`step ${step}`);
      yield;
    }
    return "done";
  }
  let now = 0;
  const timed = { ...clock, now: () => now };
  setImmediate(() => happened.push("somebody else"));
  expect(await runInSlices(work(20), timed)).toBe("done");
  expect(happened).toEqual(["step 1", "somebody else", "step 2", "step 3"]);

  happened.length = 0;
  setImmediate(() => happened.push("somebody else"));
  await runInSlices(work(1), timed);
  expect(happened).toEqual(["step 1", "step 2", "step 3"]);
});
