import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matrixPlan, type MatrixPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, jsonProblem, writeFileSafely } from "../../kernel/store/index.ts";
import { configProblem } from "./config-problem.ts";

export const PLAN_FILE = "plan.json";
export const RESULT_FILE = "matrix.json";
export const sessionsFolder = (dir: string): string => join(dir, "sessions");
export const isMatrix = (dir: string): boolean => existsSync(join(dir, PLAN_FILE));

export const writePlan = (dir: string, plan: MatrixPlan): Promise<void> => writeFileSafely(join(dir, PLAN_FILE), `${JSON.stringify(plan)}\n`);

export function readPlan(dir: string): MatrixPlan {
  const path = join(dir, PLAN_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new HarnessError({ code: "no-matrix", message: `${dir} is no matrix: there is no ${PLAN_FILE} in it.`, remedy: "Name a folder that `rehearse matrix` made, such as matrices/mini-2026-11-15-090000." });
    throw fileError(error, { doing: "read", path });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HarnessError({ code: "bad-matrix", message: `${path} cannot be read: ${jsonProblem(text, error)}.`, remedy: "It was written whole, so it was changed since. Play the matrix anew." });
  }
  const parsed = matrixPlan.safeParse(value);
  if (!parsed.success) throw configProblem(parsed.error, { what: path, remedy: "It was written whole, so it was changed since. Play the matrix anew." });
  return parsed.data;
}
