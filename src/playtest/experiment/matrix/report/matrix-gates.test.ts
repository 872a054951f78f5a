import { expect, test } from "vitest";
import type { MatrixPlan, MatrixRow } from "../../../../contract/index.ts";
import { failedMeans } from "./matrix-gates.ts";

const row = (at: number, failures: number | null): MatrixRow =>
  ({
    sessionId: `s${at}`,
    pair: `p${at}`,
    outcome: "completed",
    broken: false,
    metrics: { overall: 90, failures, contradictions: failures, completion: 1 },
  }) as unknown as MatrixRow;
const plan = (observer?: string) => ({ config: { observer } }) as unknown as Pick<MatrixPlan, "config">;
const gates = [
  { metric: "contradictions" as const, most: 5 },
  { metric: "overall" as const, least: 50 },
  { metric: "completion" as const, least: 0.5 },
];

test("a session that was not read fails gates on what the reader tells, and on overall", () => {
  expect(failedMeans([row(1, 0), row(2, 0)], gates, plan("haiku"))).toEqual([]);
  expect(failedMeans([row(1, 0), row(2, null)], gates, plan())).toEqual([
    "Gate failed: contradictions: too few turns were read in 1 session.",
    "Gate failed: overall: too few turns were read in 1 session.",
  ]);
});

test("without a reader, overall is gated by its other parts, and what only a reader tells fails", () => {
  expect(failedMeans([row(1, null), row(2, null)], gates, plan("none"))).toEqual([
    expect.stringContaining("contradictions could not be measured in any session"),
  ]);
});
