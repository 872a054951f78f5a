/** `plan.json` of a matrix, and the errors of plans and configs. */
import { join } from "node:path";
import type { z } from "zod";
import { matrixConfig, matrixPlan, type MatrixPlan } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { checkName, exists, firstIssues } from "../../../kernel/store/index.ts";
import { planFile } from "../experiment-files.ts";

export const PLAN_FILE = "plan.json";

export const matrixPlanFile = planFile<MatrixPlan>({
  name: PLAN_FILE,
  shape: matrixPlan,
  remedy: "The file was changed after it was written. Play a new matrix.",
});

export const { isIn: isMatrix, write: writePlan } = matrixPlanFile;

export function readPlan(dir: string): MatrixPlan {
  if (exists(join(dir, PLAN_FILE))) {
    const plan = matrixPlanFile.read(dir);
    // They become folders.
    for (const { sessionId } of plan.sessions) checkName(sessionId, `session in ${join(dir, PLAN_FILE)}`);
    return plan;
  }
  throw new HarnessError({
    code: "wrong-folder",
    message: `${dir} is not a matrix: ${PLAN_FILE} is missing.`,
    remedy: "Give a folder created by `rehearse matrix`, such as matrices/mini-2026-11-15-090000.",
  });
}

const usual = {
  what: "The matrix plan",
  remedy:
    "docs/guide/decide.md explains every field. Or start from a preset: `rehearse matrix --preset smoke --dry-run`.",
};

export const configProblem = (error: z.ZodError, { what, remedy } = usual): HarnessError =>
  new HarnessError({
    code: "bad-file",
    message: `${what} cannot be used: ${firstIssues(error, { schema: matrixConfig })}.`,
    remedy,
  });
