import { join } from "node:path";
import type { Aggregates, MatrixPlan, MatrixResult, MatrixRow, SessionResult } from "../../contract/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import { storedResult } from "../play/index.ts";
import { meansOf } from "./mean-metrics.ts";
import { RESULT_FILE, sessionsFolder } from "./matrix-files.ts";
import { isOver } from "./run-matrix.ts";

/** What a matrix found, but for the sessions' own results: those stay on disk. */
export type MatrixOutcome = Omit<MatrixResult, "sessions">;

const RANKED = 10;

/** Everything that can be told of the rows, and of the sessions' results read one by one. */
export function matrixOutcome({ dir, plan, rows }: { dir: string; plan: MatrixPlan; rows: readonly MatrixRow[] }): MatrixOutcome {
  const scored = rows.filter(({ metrics }) => metrics["overall"] != null).toSorted((a, b) => b.metrics["overall"]! - a.metrics["overall"]!);
  const sum = (of: (row: MatrixRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    version: 1,
    matrixId: plan.matrixId,
    dir,
    config: { ...plan.config, systemPrompts: plan.prompts },
    seed: plan.seed,
    rows: [...rows],
    aggregates: aggregatesOf(dir, rows),
    rankings: { best: scored.slice(0, RANKED), worst: scored.toReversed().slice(0, RANKED) },
    failures: rows.filter(({ outcome }) => outcome === "failed" || outcome === "crashed"),
    totalCost: sum(({ cost }) => cost),
    totalAtMost: sum(({ atMost }) => atMost),
    totalDuration: sum(({ durationMs }) => durationMs),
  };
}

function aggregatesOf(dir: string, rows: readonly MatrixRow[]): Aggregates {
  const groups = { byStory: new Map<string, Means>(), byPrompt: new Map<string, Means>(), byModel: new Map<string, Means>() };
  for (const row of rows.filter(isOver)) {
    const { metrics } = resultOf(dir, row) ?? {};
    if (!metrics) continue;
    for (const [group, key] of [["byStory", row.story], ["byPrompt", row.prompt], ["byModel", row.narrator]] as const) {
      const means = groups[group].get(key) ?? meansOf();
      groups[group].set(key, means);
      means.add(metrics);
    }
  }
  const told = (group: Map<string, Means>) => Object.fromEntries([...group].map(([key, means]) => [key, means.means()]));
  return { byStory: told(groups.byStory), byPrompt: told(groups.byPrompt), byModel: told(groups.byModel) };
}
type Means = ReturnType<typeof meansOf>;

const resultOf = (dir: string, { sessionId }: MatrixRow): SessionResult | undefined => storedResult(join(sessionsFolder(dir), sessionId));

/** `matrix.json`, session by session: the whole of a large matrix is never in memory. */
export const writeMatrixResult = (outcome: MatrixOutcome): Promise<void> => writeFileSafely(join(outcome.dir, RESULT_FILE), matrixText(outcome));

export function* matrixText({ rows, ...outcome }: MatrixOutcome): Generator<string> {
  const { aggregates, rankings, failures, totalCost, totalAtMost, totalDuration, ...head } = outcome;
  const fields = (value: object) => JSON.stringify(value, null, 2).slice(2, -2);
  yield `{\n${fields({ ...head, rows })},\n  "sessions": [`;
  let first = true;
  for (const row of rows) {
    const result = resultOf(outcome.dir, row);
    if (!result) continue;
    yield `${first ? "" : ","}\n${JSON.stringify(result)}`;
    first = false;
  }
  yield `\n  ],\n${fields({ aggregates, rankings, failures, totalCost, totalAtMost, totalDuration })}\n}\n`;
}
