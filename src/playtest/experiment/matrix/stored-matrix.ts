/** Reads a matrix from its folder, or from a `matrix.json` alone. */
import { join } from "node:path";
import type { MatrixPlan, MatrixRow, Points } from "../../../contract/index.ts";
import { exists, fileInfo } from "../../../kernel/store/index.ts";
import { lastResult } from "../../play/index.ts";
import { sessionsFolder } from "../run-experiment.ts";
import { isMatrix, readPlan } from "./matrix-plan-file.ts";
import { readResult, RESULT_FILE, type StoredMatrix } from "./matrix-result-file.ts";
import { keepRow, rowNow } from "./matrix-rows.ts";

/** Whether this is a matrix's folder, or a file such as `matrix.json`. */
export const looksLikeMatrix = (path: string): boolean => isMatrix(path) || path.endsWith(".json");

export function readMatrix(path: string): StoredMatrix {
  if (fileInfo(path)?.kind !== "folder") return readResult(path);
  const plan = readPlan(path);
  return {
    name: plan.matrixId,
    dir: path,
    config: plan.config,
    seed: plan.seed,
    points: pointsIn(path, plan),
    ...storedRows(path, plan),
  };
}

/** The rows from the session folders. Crashes, results of deleted sessions and the baseline are only in `matrix.json`. */
export function storedRows(
  dir: string,
  plan: MatrixPlan,
): Pick<StoredMatrix, "rows" | "lostCost" | "baseline"> {
  const result = join(dir, RESULT_FILE);
  const before = exists(result) ? readResult(result) : undefined;
  const known = new Map((before?.rows ?? []).map((row) => [row.sessionId, row]));
  const rows = plan.sessions.map((session) =>
    keepRow(dir, rowNow(dir, plan, session), known.get(session.sessionId)),
  );
  return { rows, lostCost: before && lostSince(before, rows), baseline: before?.baseline };
}

/** Journals only grow: if less is on disk than was booked, a folder was deleted. */
function lostSince({ rows, lostCost = 0 }: StoredMatrix, now: readonly MatrixRow[]): number | undefined {
  const booked = new Map(rows.map(({ sessionId, cost }) => [sessionId, cost]));
  const lost = now.reduce(
    (sum, { sessionId, cost }) => sum + Math.max(0, (booked.get(sessionId) ?? 0) - cost),
    lostCost,
  );
  return lost > 1e-9 ? lost : undefined;
}

/** The table of the first session with a score: the plan does not store it. */
export function pointsIn(dir: string, { sessions }: Pick<MatrixPlan, "sessions">): Points | undefined {
  for (const { sessionId } of sessions) {
    const metrics = lastResult(join(sessionsFolder(dir), sessionId))?.metrics;
    if (metrics) return metrics.score.points;
  }
  return undefined;
}
