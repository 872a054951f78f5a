import { expect, test } from "vitest";
import { systemClock } from "./index.ts";
import { manualClock } from "../../../tests/support/manual-clock.ts";

test.each([
  ["system", systemClock],
  ["manual", manualClock()],
])("the %s clock stops sleeping on abort, with the reason", async (_, clock) => {
  const stop = new AbortController();
  const asleep = clock.sleep(60_000, stop.signal);
  stop.abort(new Error("enough"));
  await expect(asleep).rejects.toThrow("enough");
  await expect(clock.sleep(60_000, stop.signal)).rejects.toThrow("enough");
});

test("a sleep longer than a timer can hold does not end immediately", async () => {
  const stop = new AbortController();
  const ended = await Promise.race([
    systemClock.sleep(2 ** 40, stop.signal).then(
      () => "woke",
      () => "stopped",
    ),
    systemClock.sleep(30).then(() => "still asleep"),
  ]);
  stop.abort();
  expect(ended).toBe("still asleep");
});
