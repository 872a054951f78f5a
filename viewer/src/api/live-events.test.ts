import { expect, test } from "vitest";
import type { LiveEvent } from "../../../src/contract/index.ts";
import { touches } from "./live-events.ts";

const turn: LiveEvent = { type: "session", session: "b", turn: 3 };
const job: LiveEvent = { type: "job", job: "j" };
const asked = (queryKey: unknown[], data?: unknown) => ({ queryKey, data });

test("a new turn refreshes its session, the lists, and pages that show it as a branch", () => {
  expect(touches(turn, asked(["session", "b"]))).toBe(true);
  expect(touches(turn, asked(["sessions", {}]))).toBe(true);
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "b" }] }))).toBe(true);
  expect(touches(turn, asked(["compare", ["a", "b"]]))).toBe(true);
});

test("the first turn of a branch refreshes its parent session, which does not list it yet", () => {
  expect(touches({ ...turn, session: "a-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(true);
  expect(touches({ ...turn, session: "ab-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(false);
});

test("a new turn refreshes nothing else, and the transcript only by its new turn", () => {
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "c" }] }))).toBe(false);
  expect(touches(turn, asked(["turns", "b", null, 1, 50]))).toBe(false);
  expect(touches(turn, asked(["compare", ["a", "bb"]]))).toBe(false);
  expect(touches(turn, asked(["choices"]))).toBe(false);
});

test("a job refreshes the lists of jobs", () => {
  expect(touches(job, asked(["jobs"]))).toBe(true);
  expect(touches(job, asked(["session", "a"]))).toBe(false);
});

test("an experiment refreshes its page and the list of experiments", () => {
  const matrix: LiveEvent = { type: "experiment", kind: "matrix", id: "m" };
  expect(touches(matrix, asked(["matrix", "m", "heat"]))).toBe(true);
  expect(touches(matrix, asked(["experiments", null]))).toBe(true);
  expect(touches(matrix, asked(["matrix", "other"]))).toBe(false);
  expect(touches(matrix, asked(["ab", "m"]))).toBe(false);
});
