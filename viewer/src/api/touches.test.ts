import { expect, test } from "vitest";
import type { LiveEvent } from "../../../src/contract/index.ts";
import { touches } from "./touches.ts";

const turn: LiveEvent = { type: "session", session: "b", turn: 3, outcome: "unfinished" };
const job: LiveEvent = {
  type: "job",
  job: {
    id: "j",
    kind: "replay",
    from: { session: "a", turn: 2 },
    status: "running",
    sessions: ["b"],
    done: 0,
    total: 1,
    cost: 0,
  },
};
const asked = (queryKey: unknown[], data?: unknown) => ({ queryKey, data });

test("a new turn touches its session, its transcript, the list, and whoever shows it as a branch", () => {
  expect(touches(turn, asked(["session", "b"]))).toBe(true);
  expect(touches(turn, asked(["turns", "b", null, 1]))).toBe(true);
  expect(touches(turn, asked(["sessions", {}]))).toBe(true);
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "b" }] }))).toBe(true);
  expect(touches(turn, asked(["compare", ["a", "b"]]))).toBe(true);
});

test("the first turn of a branch touches the session it is named after, which does not know of it yet", () => {
  expect(touches({ ...turn, session: "a-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(true);
  expect(touches({ ...turn, session: "ab-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(false);
});

test("a new turn leaves everything else alone", () => {
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "c" }] }))).toBe(false);
  expect(touches(turn, asked(["turns", "a", null, 1]))).toBe(false);
  expect(touches(turn, asked(["compare", ["a", "bb"]]))).toBe(false);
  expect(touches(turn, asked(["choices"]))).toBe(false);
});

test("a job touches where its branches start, before there is one", () => {
  expect(touches(job, asked(["session", "a"]))).toBe(true);
  expect(touches(job, asked(["jobs"]))).toBe(true);
  expect(touches(job, asked(["session", "c"]))).toBe(false);
});
