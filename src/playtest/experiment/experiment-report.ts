/** The output of an experiment: a result file for programs and a report for people, written whole. */
import { join } from "node:path";
import type { LostCalls, NoteCount, Verdict } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { countedLostText } from "../../kernel/journal/index.ts";
import { inline, noteCountsSection, verdictMarkdown } from "../../kernel/report/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import { EMBEDDED } from "../compare/index.ts";

export const REPORT_FILE = "report.md";
export { EMBEDDED };

/** The result is made from the sessions: nothing else is lost with it. */
export const unreadableResult = (path: string, problem: string): HarnessError =>
  new HarnessError({
    code: "damaged-file",
    message: `${path} is unreadable: ${problem}.`,
    remedy: "Delete it, then run `rehearse resume` on the folder to rebuild it from the sessions.",
  });

export type ExperimentFiles = {
  /** Text, or pieces of one that is too large for memory. */
  result: string | Iterable<string>;
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
  lost: readonly LostCalls[];
  notes: readonly NoteCount[];
};

/** The answer first, then the evidence. `sections`: Markdown, escaped by the caller. */
export const experimentReport = (
  title: string,
  { verdict, endedBy, lost, notes }: Reported,
  sections: readonly string[] = [],
): string =>
  `${[
    `# ${inline(title)}`,
    verdictMarkdown(verdict),
    ...(endedBy === null ? [] : [`Ended early: ${inline(endedBy)}`]),
    ...lost.map((calls) => inline(countedLostText(calls))),
    ...sections,
    noteCountsSection(notes).join("\n").trimEnd(),
  ].join("\n\n")}\n`;
