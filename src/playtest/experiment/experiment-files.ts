/** The files of an experiment: its plan, pinned so that later edits cannot change it midway; its result; its report. */
import { dirname, join } from "node:path";
import type { z } from "zod";
import type { NoteCount, Verdict } from "../../contract/index.ts";
import { callText, HarnessError } from "../../kernel/errors/index.ts";
import { inline, noteCountsSection, verdictMarkdown } from "../../kernel/report/index.ts";
import { exists, readStoredJson, writeFileSafely } from "../../kernel/store/index.ts";

export const REPORT_FILE = "report.md";

/** A result is made from the sessions: nothing else is lost with it. Undefined: there is none. */
export function readResultFile<Result>(path: string, shape: z.ZodType<Result>): Result | undefined {
  if (!exists(path)) return undefined;
  return readStoredJson(path, shape, (problem) => {
    throw new HarnessError({
      code: "damaged-file",
      message: `${path} is unreadable: ${problem}.`,
      remedy: `Delete it. Then ${callText("resume", { dir: dirname(path) })} rebuilds it from the sessions.`,
    });
  });
}

export type ExperimentFiles = {
  result: string;
  report: string;
};

export async function writeExperiment(
  dir: string,
  resultFile: string,
  { result, report }: ExperimentFiles,
): Promise<void> {
  await writeFileSafely(join(dir, resultFile), result);
  await writeFileSafely(join(dir, REPORT_FILE), report);
}

type Reported = {
  verdict: Verdict;
  /** Why it ended early. */
  endedBy: string | null;
  notes: readonly NoteCount[];
};

export const experimentReport = (title: string, { verdict, endedBy, notes }: Reported): string => {
  const ended = endedBy === null ? [] : [`Ended early: ${inline(endedBy)}`, ""];
  const parts = [`# ${inline(title)}`, "", verdictMarkdown(verdict), "", ...ended];
  return [...parts, ...noteCountsSection(notes)].join("\n");
};

export type PlanFile<Plan> = {
  isIn(dir: string): boolean;
  read(dir: string): Plan;
  write(dir: string, plan: Plan): Promise<void>;
};

type PlanFileOptions<Plan> = {
  name: string;
  shape: z.ZodType<Plan>;
  /** What to do about a file that is not whole. */
  remedy: string;
};

export function planFile<Plan>({ name, shape, remedy }: PlanFileOptions<Plan>): PlanFile<Plan> {
  return {
    isIn: (dir) => exists(join(dir, name)),
    read(dir) {
      const path = join(dir, name);
      const unreadable = (problem: string) =>
        new HarnessError({
          code: "damaged-file",
          message: `${path} cannot be read: ${problem}.`,
          remedy,
        });
      return readStoredJson(path, shape, unreadable);
    },
    write: (dir, plan) => writeFileSafely(join(dir, name), `${JSON.stringify(plan)}\n`),
  };
}
