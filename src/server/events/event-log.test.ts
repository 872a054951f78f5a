import { expect, test } from "vitest";
import { createEventLog } from "./event-log.ts";

test("numbers events from 1 and returns those after a number", () => {
  const log = createEventLog({ most: 10 });
  expect(log.after(0)).toBeUndefined();
  for (const n of [1, 2, 3]) log.append("n", n);
  expect([log.after(0), log.after(2), log.after(3)]).toEqual([
    { id: 1, event: "n", data: "1" },
    { id: 3, event: "n", data: "3" },
    undefined,
  ]);
  expect(log.after(4)).toBe("lost");
});

test("keeps only the last events", () => {
  const log = createEventLog({ most: 3 });
  for (let n = 1; n <= 20; n++) {
    log.append("n", n);
    const oldest = Math.max(1, n - 2);
    expect([n, log.forgotten, log.after(oldest - 1), log.after(n - 1)]).toEqual([
      n,
      oldest - 1,
      { id: oldest, event: "n", data: String(oldest) },
      { id: n, event: "n", data: String(n) },
    ]);
    if (oldest > 1) expect(log.after(oldest - 2)).toBe("lost");
  }
});

test("wakes all waiters at an event and at the end, and no cancelled ones", () => {
  const log = createEventLog({ most: 3 });
  const told: string[] = [];
  const wait = (name: string) => log.onNext(() => told.push(name));
  wait("a");
  wait("b");
  wait("gone")();
  log.append("n", 1);
  expect(told).toEqual(["a", "b"]);
  wait("end");
  log.end();
  expect([told, log.ended, log.last]).toEqual([["a", "b", "end"], true, 1]);
});
