import { expect, test } from "vitest";
import { logSync } from "./log-writer.ts";

/** A disk whose trips end when told. */
function slowDisk() {
  const trips: Array<{ end: () => void; fail: (error: Error) => void }> = [];
  const flush = () => new Promise<void>((end, fail) => trips.push({ end, fail }));
  return { trips, syncing: logSync({ flush, path: "log.jsonl" }) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("nothing written, no trip; and none after all is on disk", async () => {
  const { trips, syncing } = slowDisk();
  await syncing.sync();
  syncing.wrote();
  const first = syncing.sync();
  trips[0]!.end();
  await first;
  await syncing.sync();
  expect(trips.length).toBe(1);
});

test("those who ask at the same time share a trip", async () => {
  const { trips, syncing } = slowDisk();
  syncing.wrote();
  const all = Promise.all([syncing.sync(), syncing.sync(), syncing.sync()]);
  trips[0]!.end();
  await all;
  expect(trips.length).toBe(1);
});

test("what is written during a trip waits for the next one, shared again", async () => {
  const { trips, syncing } = slowDisk();
  syncing.wrote();
  const early = syncing.sync();
  syncing.wrote();
  let done = 0;
  const late = [syncing.sync(), syncing.sync()].map((asked) => asked.then(() => done++));
  trips[0]!.end();
  await early;
  await settled();
  expect([trips.length, done]).toEqual([2, 0]);
  trips[1]!.end();
  await Promise.all(late);
  expect(trips.length).toBe(2);
});

test("a failed trip is told to all who asked, and to all who ask later", async () => {
  const { trips, syncing } = slowDisk();
  syncing.wrote();
  const asked = Promise.allSettled([syncing.sync(), syncing.sync()]);
  trips[0]!.fail(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(syncing.sync()).rejects.toMatchObject({ code: "disk-full", exit: 3 });
  expect(syncing.failure()).toMatchObject({ code: "disk-full" });
  expect(trips.length).toBe(1);
});
