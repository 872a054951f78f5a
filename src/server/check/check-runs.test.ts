import { expect, test } from "vitest";
import type { CheckAnswer, CheckRunView } from "../../contract/index.ts";
import { checkJob } from "./index.ts";

test("a check that ended with a failed gate is marked in the list of jobs, with the reason", () => {
  const ended = (verdict: "passed" | "failed"): CheckRunView => ({
    id: "check-1",
    status: "done",
    target: "offline",
    started_at: "2026-11-15T10:00:00.000Z",
    ended_at: "2026-11-15T10:00:02.000Z",
    progress: { done: 2, total: 2, left_ms: 0 },
    below: { count: 0, latest: [] },
    notes: [],
    summary: {
      outcome: { version: 2, verdict, exit: 1, says: "Failed. Regression: x.", gates: [] },
    } as unknown as CheckAnswer,
    error: null,
  });
  expect(checkJob(ended("failed"))).toMatchObject({ status: "done", gatesFailed: "Failed. Regression: x." });
  expect(checkJob(ended("passed"))).not.toHaveProperty("gatesFailed");
});
