import type { z } from "zod";
import { matrixConfig } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";

/** A file of another kind has something wrong in every line. */
const TOLD = 5;

const usual = {
  what: "The matrix config",
  remedy:
    "See docs/guide/matrix.md for what it holds, or start from a preset: rehearse matrix --preset smoke --dry-run.",
};

/** What belongs in each field, as one would write it. */
const belongs: Record<string, string> = {
  stories: "a list of stories belongs here: [innsmouth, mine/lake.json]",
  systemPrompts:
    "each prompt's name with where it stands belongs here: { before: baseline, after: mine/new.md }",
  narratorModels: "a list of narrators belongs here: [grok-4]",
  sessionsPerCombination: "a whole number from 1 on belongs here",
  maxTurnsPerSession: "a whole number from 3 on belongs here",
  players: "a whole number from 2 to 5 belongs here",
  variation: "a number from 0 to 1 belongs here",
  guide: "expected notes or full",
  primaryMetric: "the name of a metric belongs here",
  ...Object.fromEntries(
    ["playerModel", "classifier", "observer", "judge"].map((role) => [
      role,
      "the name of a model belongs here",
    ]),
  ),
};

/** What is wrong with a matrix config, in the words of who wrote it. */
export function configProblem(
  { issues }: z.ZodError,
  { what, remedy }: { what: string; remedy: string } = usual,
): HarnessError {
  const told = [...new Set(issues.flatMap(problems))];
  const more = told.length - TOLD;
  return new HarnessError({
    code: "bad-matrix",
    message: `${what} cannot be used: ${told.slice(0, TOLD).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
    remedy,
  });
}

function problems(issue: z.core.$ZodIssue): string[] {
  const { path, message } = issue;
  const place = path.join(".");
  if (issue.code === "unrecognized_keys" && path.length === 0)
    return issue.keys.map((key) =>
      `"${key}" is no field of a matrix ${parenthesis(suggestion(key, Object.keys(matrixConfig.shape)))}`.trim(),
    );
  const wanted = issue.code === "custom" ? undefined : belongs[String(path[0])];
  if (wanted !== undefined && path.length === 1)
    return [`${place}: ${message.endsWith("received undefined") ? `it is missing; ${wanted}` : wanted}`];
  if (wanted !== undefined)
    return [`${place}: a text belongs here (${String(path[0])}: ${wanted.split(": ").at(-1)})`];
  return [place === "" ? message : `${place}: ${message}`];
}

const parenthesis = (text: string): string => (text === "" ? "" : `(${text})`);
