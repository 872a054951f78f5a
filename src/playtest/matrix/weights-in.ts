import { join } from "node:path";
import type { MatrixPlan, ScoreWeights } from "../../contract/index.ts";
import { weightsOf } from "../metrics/index.ts";
import { lastResult } from "../play/index.ts";
import { sessionsFolder } from "./matrix-files.ts";

/** How the scores of a matrix were made, by the first of its sessions that has one; the plan does not say. */
export function weightsIn(dir: string, { sessions }: Pick<MatrixPlan, "sessions">): ScoreWeights | undefined {
  for (const { sessionId } of sessions) {
    const metrics = lastResult(join(sessionsFolder(dir), sessionId))?.metrics;
    if (metrics) return weightsOf(metrics.composite);
  }
  return undefined;
}
