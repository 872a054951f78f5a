/** The files of a check: results and report, side by side. */
import { basename } from "node:path";
import { checkResults, type CheckResults } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { makeFolder, midRun, readStoredJson, writeNewFile } from "../../kernel/store/index.ts";
import type { Checked } from "../run/index.ts";
import { checkReport } from "./check-report.ts";

/** Saves results, report, and the record of payments. Without `save` that record is deleted too. */
export async function saveCheck(
  { results, keep, drop }: Checked,
  { dir, save }: { dir: string; save: boolean },
): Promise<{ resultsFile: string; reportFile: string } | undefined> {
  if (!save) {
    drop();
    return undefined;
  }
  try {
    const saved = await saveResults(dir, results, checkReport(results));
    keep(`calls_${saved.stem}`);
    return saved;
  } catch (error) {
    // The answers are in the run's journal: repeating the check does not pay again.
    throw midRun(error);
  }
}

/** `2026-11-15-1128`, in UTC like everything stored. */
const minuteOf = (timestamp: string): string =>
  `${timestamp.slice(0, 10)}-${timestamp.slice(11, 16).replace(":", "")}`;

/** Results and report under one name. A second run of the same minute gets a name of its own. */
export async function saveResults(
  dir: string,
  results: CheckResults,
  markdown: string,
): Promise<{ resultsFile: string; reportFile: string; stem: string }> {
  makeFolder(dir);
  const resultsFile = await writeNewFile({
    dir,
    stem: `results_${minuteOf(results.timestamp)}`,
    extension: "json",
    data: `${JSON.stringify(results)}\n`,
  });
  const stem = basename(resultsFile, ".json").slice("results_".length);
  // An old report of this name without its results is not overwritten.
  const reportFile = await writeNewFile({ dir, stem: `report_${stem}`, extension: "md", data: markdown });
  return { resultsFile, reportFile, stem };
}

export const readResults = (path: string): CheckResults =>
  readStoredJson(
    path,
    checkResults,
    (problem) =>
      new HarnessError({
        code: "bad-file",
        message: `${path} cannot be used: ${problem}.`,
        remedy: "Give a results_….json file written by `rehearse check`.",
      }),
  );
