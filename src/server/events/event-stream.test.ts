import { expect, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { createEventLog } from "./event-log.ts";
import { eventStream } from "./event-stream.ts";
import { createListenerLimit } from "./listener-limit.ts";

function listening({ after = 0, most = 2 } = {}) {
  const clock = manualClock();
  const log = createEventLog({ most: 10 });
  const listeners = createListenerLimit(most);
  const open = (signal?: AbortSignal) =>
    eventStream(log, {
      after,
      clock,
      heartbeatMs: 1_000,
      state: () => "state",
      join: listeners.take,
      ...(signal && { signal }),
    });
  return { clock, log, listeners, open };
}
const text = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | undefined> => {
  const { value } = await reader.read();
  return value && new TextDecoder().decode(value);
};

test("a listener takes a place only on reading, and first gets the number", async () => {
  const { listeners, open, log } = listening();
  const stream = open();
  log.append("n", 1);
  await Promise.resolve();
  expect(listeners.taken).toBe(0);
  const reader = stream.getReader();
  expect([await text(reader), await text(reader)]).toEqual([
    "retry: 2000\nid: 0\n\n",
    "id: 1\nevent: n\ndata: 1\n\n",
  ]);
  expect(listeners.taken).toBe(1);
});

test("a place is freed by leaving, by hanging up unread, and at the end: once each", async () => {
  const { listeners, open, log } = listening();
  const left = open().getReader();
  await left.read();
  const pending = left.read();
  await left.cancel();
  await pending;
  expect(listeners.taken).toBe(0);

  const call = new AbortController();
  const hungUp = open(call.signal).getReader();
  await hungUp.read();
  const next = hungUp.read();
  call.abort();
  expect((await next).done).toBe(true);
  expect(listeners.taken).toBe(0);

  const ended = open().getReader();
  await ended.read();
  log.end();
  expect((await ended.read()).done).toBe(true);
  await ended.cancel();
  expect(listeners.taken).toBe(0);
});

test("a listener that hung up before the first read gets no place; nor does one beyond the limit", async () => {
  const { listeners, open } = listening({ most: 1 });
  expect((await open(AbortSignal.abort()).getReader().read()).done).toBe(true);
  expect(listeners.taken).toBe(0);
  const first = open().getReader();
  await first.read();
  expect((await open().getReader().read()).done).toBe(true);
  expect(() => listeners.require()).toThrow("1 listeners are already connected");
  await first.cancel();
  listeners.require();
});

test("a quiet hour leaves one waiting listener, not one for each heartbeat", async () => {
  const { clock, log, open } = listening();
  let waiting = 0;
  const onNext = log.onNext.bind(log);
  log.onNext = (tell) => {
    waiting += 1;
    const takeBack = onNext(tell);
    return () => {
      waiting -= 1;
      takeBack();
    };
  };
  const reader = open().getReader();
  await reader.read();
  for (let beat = 0; beat < 20; beat++) {
    const heard = text(reader);
    await clock.advance(1_000);
    expect(await heard).toBe(": still here\n\n");
  }
  const heard = text(reader);
  await clock.advance(1);
  expect([waiting, clock.sleepers()]).toEqual([1, 1]);
  log.append("n", 1);
  expect(await heard).toContain("id: 1");
  expect([waiting, clock.sleepers()]).toEqual([0, 0]);
});
