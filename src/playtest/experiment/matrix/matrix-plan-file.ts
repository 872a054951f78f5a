/** `plan.json` of a matrix, and the errors of plans and configs. */
import { join } from "node:path";
import type { z } from "zod";
import { matrixConfig, matrixPlan, type MatrixPlan } from "../../../contract/index.ts";
import { HarnessError, suggestion } from "../../../kernel/errors/index.ts";
import { checkName, exists } from "../../../kernel/store/index.ts";
import { planFile } from "../plan-file.ts";

export const PLAN_FILE = "plan.json";
const CHANGED = "The file was changed after it was written. Play a new matrix.";

export const matrixPlanFile = planFile<MatrixPlan>({
  name: PLAN_FILE,
  shape: matrixPlan,
  unreadable: (path, problem) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} cannot be read: ${problem}.`,
      remedy: CHANGED,
    }),
  check: requireSound,
});

export const { isIn: isMatrix, write: writePlan } = matrixPlanFile;

export function readPlan(dir: string): MatrixPlan {
  if (exists(join(dir, PLAN_FILE))) return matrixPlanFile.read(dir);
  throw new HarnessError({
    code: "wrong-folder",
    message: `${dir} is not a matrix: ${PLAN_FILE} is missing.`,
    remedy: "Give a folder created by `rehearse matrix`, such as matrices/mini-2026-11-15-090000.",
  });
}

/** Session folders must be distinct and inside the matrix, and their guides and prompts must be in the plan. */
function requireSound({ sessions, guides, prompts }: MatrixPlan, path: string): void {
  const seen = new Set<string>();
  for (const { sessionId, story, prompt } of sessions) {
    checkName(sessionId, `session in ${path}`);
    const problem = seen.has(sessionId)
      ? "is listed twice"
      : !Object.hasOwn(guides, story)
        ? `plays the story ${JSON.stringify(story)}, which is not among its guides`
        : !Object.hasOwn(prompts, prompt)
          ? `has the prompt ${JSON.stringify(prompt)}, which is not among its prompts`
          : undefined;
    if (problem !== undefined)
      throw new HarnessError({
        code: "damaged-file",
        message: `${path} cannot be used: the session ${sessionId} ${problem}.`,
        remedy: CHANGED,
      });
    seen.add(sessionId);
  }
}

/**
 * Prompt names become headings, rows of tables and fields of objects. Checked before a plan is parsed, because the
 * parser drops the name "__proto__" without a word.
 */
export function requireNames(prompts: unknown): void {
  const odd = Object.keys(Object(prompts) as object).find(
    (name) => name === "__proto__" || /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name),
  );
  if (odd === undefined) return;
  const why =
    odd === "__proto__"
      ? "JavaScript reserves it"
      : "it contains line breaks, control or invisible characters";
  throw new HarnessError({
    code: "unsafe-name",
    message: `Invalid prompt name ${JSON.stringify(odd)}: ${why}.`,
    remedy: "Use another name, of visible characters on one line.",
  });
}

/** Errors listed: a file of another kind has one in every field. */
const TOLD = 5;

const usual = {
  what: "The matrix plan",
  remedy:
    "docs/guide/matrix.md explains every field. Or start from a preset: `rehearse matrix --preset smoke --dry-run`.",
};

/** The expected value of each field, with an example. */
const expected: Record<string, string> = {
  stories: "a list of stories: [innsmouth, mine/lake.json]",
  systemPrompts: "prompts by name: { before: baseline, after: mine/new.md }",
  narratorModels: "a list of narrators: [grok-4]",
  sessionsPerCombination: "a whole number, at least 1",
  maxTurnsPerSession: "a whole number, at least 3",
  players: "a whole number from 2 to 5",
  variation: "a number from 0 to 1",
  guide: "notes or full",
  ...Object.fromEntries(
    ["playerModel", "classifier", "observer", "judge"].map((role) => [role, "the name of a model"]),
  ),
};

export function configProblem(
  { issues }: z.ZodError,
  { what, remedy }: { what: string; remedy: string } = usual,
): HarnessError {
  const told = [...new Set(issues.flatMap(problems))];
  const more = told.length - TOLD;
  return new HarnessError({
    code: "bad-file",
    message: `${what} cannot be used: ${told.slice(0, TOLD).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
    remedy,
  });
}

function problems(issue: z.core.$ZodIssue): string[] {
  const { path, message } = issue;
  const place = path.join(".");
  if (issue.code === "unrecognized_keys" && path.length === 0)
    return issue.keys.map((key) =>
      `unknown field "${key}" ${parenthesis(suggestion(key, Object.keys(matrixConfig.shape)))}`.trim(),
    );
  const wanted = issue.code === "custom" ? undefined : expected[String(path[0])];
  if (wanted !== undefined && path.length === 1)
    return [
      `${place}: ${message.endsWith("received undefined") ? `missing (expected ${wanted})` : `expected ${wanted}`}`,
    ];
  if (wanted !== undefined)
    return [`${place}: expected text (${String(path[0])}: ${wanted.split(": ").at(-1)})`];
  return [place === "" ? message : `${place}: ${message}`];
}

const parenthesis = (text: string): string => (text === "" ? "" : `(${text})`);
