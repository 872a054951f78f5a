import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { matrixPlan, type MatrixPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  checkName,
  fileError,
  jsonProblem,
  refuseNewer,
  writeVersionedFile,
} from "../../kernel/store/index.ts";
import { configProblem } from "./config-problem.ts";

export const PLAN_FILE = "plan.json";
export const RESULT_FILE = "matrix.json";
export const sessionsFolder = (dir: string): string => join(dir, "sessions");
export const isMatrix = (dir: string): boolean => existsSync(join(dir, PLAN_FILE));

export const writePlan = (dir: string, plan: MatrixPlan): Promise<void> =>
  writeVersionedFile(join(dir, PLAN_FILE), `${JSON.stringify(plan)}\n`);

const CHANGED = "It was written whole, so it was changed since. Play the matrix anew.";

export function readPlan(dir: string): MatrixPlan {
  const path = join(dir, PLAN_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new HarnessError({
        code: "no-matrix",
        message: `${dir} is no matrix: there is no ${PLAN_FILE} in it.`,
        remedy: "Name a folder that `rehearse matrix` made, such as matrices/mini-2026-11-15-090000.",
      });
    throw fileError(error, { doing: "read", path });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HarnessError({
      code: "bad-matrix",
      message: `${path} cannot be read: ${jsonProblem(text, error)}.`,
      remedy: CHANGED,
    });
  }
  refuseNewer(value, path);
  const parsed = matrixPlan.safeParse(value);
  if (!parsed.success) throw configProblem(parsed.error, { what: path, remedy: CHANGED });
  requireSound(parsed.data, path);
  return parsed.data;
}

/** Sessions become folders: none may lie outside, or be another's; and all that they are played with must be there. */
function requireSound({ sessions, guides, prompts }: MatrixPlan, path: string): void {
  const seen = new Set<string>();
  for (const { sessionId, story, prompt } of sessions) {
    checkName(sessionId, `session in ${path}`);
    const problem = seen.has(sessionId)
      ? "is named twice"
      : !Object.hasOwn(guides, story)
        ? `plays the story ${JSON.stringify(story)}, which is not among its guides`
        : !Object.hasOwn(prompts, prompt)
          ? `has the prompt ${JSON.stringify(prompt)}, which is not among its prompts`
          : undefined;
    if (problem !== undefined)
      throw new HarnessError({
        code: "bad-matrix",
        message: `${path} cannot be used: the session ${sessionId} ${problem}.`,
        remedy: CHANGED,
      });
    seen.add(sessionId);
  }
}
