import { expect, test } from "vitest";
import type { LiveEvent } from "../../../src/contract/index.ts";
import { lastEventIn, lowest, touches } from "./live-events.ts";

test("an answer, also in pages, carries the last event it includes", () => {
  expect(lastEventIn({ lastEvent: 7 })).toBe(7);
  expect(lastEventIn({ pages: [{ lastEvent: 9 }, { lastEvent: 8 }, {}] })).toBe(8);
  expect([undefined, null, {}, { pages: [] }, "7"].map(lastEventIn)).toEqual(Array.from({ length: 5 }));
});

test("the stream continues from the oldest of all answers", () => {
  expect(lowest([undefined, 4, 3, undefined, 5])).toBe(3);
  expect(lowest([undefined])).toBeUndefined();
});

const turn: LiveEvent = {
  type: "session",
  session: "b",
  turn: 3,
  outcome: "unfinished",
  live: true,
  issues: null,
  cost: null,
  overall: null,
};
const job: LiveEvent = {
  type: "job",
  job: {
    id: "j",
    kind: "replay",
    name: "innsmouth, baseline, house",
    unit: "branch",
    turns: 0,
    playing: 1,
    failed: 0,
    startedAt: "2026-11-15T10:00:00Z",
    endedAt: null,
    leftMs: null,
    from: { session: "a", turn: 2 },
    status: "running",
    sessions: ["b"],
    done: 0,
    total: 1,
    cost: 0,
  },
};
const asked = (queryKey: unknown[], data?: unknown) => ({ queryKey, data });

test("a new turn refreshes its session, its transcript, the list, and pages that show it as a branch", () => {
  expect(touches(turn, asked(["session", "b"]))).toBe(true);
  expect(touches(turn, asked(["turns", "b", null, 1]))).toBe(true);
  expect(touches(turn, asked(["sessions", {}]))).toBe(true);
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "b" }] }))).toBe(true);
  expect(touches(turn, asked(["compare", ["a", "b"]]))).toBe(true);
});

test("the first turn of a branch refreshes its parent session, which does not list it yet", () => {
  expect(touches({ ...turn, session: "a-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(true);
  expect(touches({ ...turn, session: "ab-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(false);
});

test("a new turn refreshes nothing else", () => {
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "c" }] }))).toBe(false);
  expect(touches(turn, asked(["turns", "a", null, 1]))).toBe(false);
  expect(touches(turn, asked(["compare", ["a", "bb"]]))).toBe(false);
  expect(touches(turn, asked(["choices"]))).toBe(false);
});

test("a job refreshes the session where its branches start, before there is one", () => {
  expect(touches(job, asked(["session", "a"]))).toBe(true);
  expect(touches(job, asked(["jobs"]))).toBe(true);
  expect(touches(job, asked(["session", "c"]))).toBe(false);
});
