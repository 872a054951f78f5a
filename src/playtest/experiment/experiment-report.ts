/** The output of an experiment: a result file for programs and a report for people, written whole. */
import { join } from "node:path";
import type { NoteCount } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { inline, noteCountsSection } from "../../kernel/report/index.ts";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";

export const REPORT_FILE = "report.md";

export const EMBEDDED =
  "The house cast played from a script and seeded dice. These results are not evidence about a prompt or a model.";

/** The result is made from the sessions: nothing else is lost with it. */
export const unreadableResult = (path: string, problem: string): HarnessError =>
  new HarnessError({
    code: "bad-experiment-result",
    message: `${path} is unreadable: ${problem}.`,
    remedy: "Delete it, then run `rehearse resume` on the folder to rebuild it from the sessions.",
  });

export type ExperimentFiles = {
  /** Text, or pieces of one that is too large for memory. */
  result: string | Iterable<string>;
  report: string;
  plots?: ReadonlyArray<{ file: string; svg: string }>;
};

export async function writeExperiment(
  dir: string,
  resultFile: string,
  { result, report, plots = [] }: ExperimentFiles,
): Promise<void> {
  if (plots.length > 0) makeFolder(join(dir, "plots"));
  for (const { file, svg } of plots) await writeFileSafely(join(dir, "plots", file), svg);
  await writeFileSafely(join(dir, resultFile), result);
  await writeFileSafely(join(dir, REPORT_FILE), report);
}

/** The report of an experiment that answers one question: the answer first, then the evidence. */
export const answerReport = ({
  title,
  embedded,
  answer,
  facts,
  endedBy,
  notes,
  sections,
}: {
  title: string;
  /** Whether the offline cast played a role. */
  embedded: boolean;
  answer: string;
  facts: readonly string[];
  endedBy: string | null;
  notes: readonly NoteCount[];
  /** Markdown, escaped by the caller. */
  sections: readonly string[];
}): string =>
  `${[
    `# ${title}`,
    ...(embedded ? [`> ${EMBEDDED}`] : []),
    `**${inline(answer)}**`,
    facts.map((line) => `- ${inline(line)}`).join("\n"),
    ...(endedBy === null ? [] : [`Ended early: ${inline(endedBy)}`]),
    noteCountsSection(notes).join("\n").trimEnd(),
    ...sections,
  ].join("\n\n")}\n`;
