import { expect, test } from "vitest";
import { manualClock } from "../../../tests/support/manual-clock.ts";
import { createLiveEvents } from "./live-events.ts";

const card = { turns: 3, outcome: "unfinished", live: true } as const;

test("a change of a session is sent once, regardless of who saw it first", () => {
  const { log, session } = createLiveEvents({ clock: manualClock() });
  const before = log.last;
  session("a", card);
  session("a", card);
  session("a", { ...card, turns: 4 });
  session("a", { ...card, turns: 4, live: false });
  expect(log.last - before).toBe(3);
});

test("a long-running server remembers only the last thousands of sessions", () => {
  const { log, session } = createLiveEvents({ clock: manualClock() });
  session("first", card);
  for (let n = 0; n < 1_999; n++) session(`other-${n}`, card);
  const before = log.last;
  session("first", card);
  expect(log.last - before).toBe(0);
  session("one-more", card);
  session("first", card);
  expect(log.last - before).toBe(2);
});
