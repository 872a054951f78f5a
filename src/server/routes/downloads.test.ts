import { expect, test } from "vitest";
import { createTurnstile } from "./downloads.ts";

test("exports are made one at a time, a few wait, and none is made for a client that has left", async () => {
  const oneAtATime = createTurnstile();
  const [stays, leaves] = [new AbortController(), new AbortController()];
  const made: number[] = [];
  let finish = () => {};
  const first = oneAtATime(() => new Promise<void>((done) => (finish = done)), stays);
  const others = [1, 2, 3, 4].map((at) =>
    oneAtATime(async () => void made.push(at), at === 2 ? leaves : stays).catch(() => "left"),
  );
  expect(() => oneAtATime(async () => {}, stays)).toThrow("already being made");
  leaves.abort();
  await Promise.resolve();
  expect(made).toEqual([]);
  finish();
  await first;
  expect(await Promise.all(others)).toEqual([undefined, "left", undefined, undefined]);
  expect(made).toEqual([1, 3, 4]);
  await oneAtATime(async () => void made.push(5), stays);
  expect(made).toEqual([1, 3, 4, 5]);
});
