import { basename, dirname, join } from "node:path";
import { checkResults, resultsVersion, type CheckResults } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { makeFolder, writeFileSafely, writeNewFile } from "../../kernel/store/index.ts";
import { readShaped } from "../bank/index.ts";

/** `2026-11-15-1128`, in UTC as everything that is stored. */
export const minuteOf = (timestamp: string): string => `${timestamp.slice(0, 10)}-${timestamp.slice(11, 16).replace(":", "")}`;

/** Complete results and the report, side by side under one name. A second run of the same minute gets a name of its own. */
export async function saveResults(dir: string, results: CheckResults, markdown: string): Promise<{ resultsFile: string; reportFile: string; stem: string }> {
  makeFolder(dir);
  const resultsFile = await writeNewFile({ dir, stem: `results_${minuteOf(results.timestamp)}`, extension: "json", data: `${JSON.stringify(results)}\n` });
  // The name of the results is ours alone, and so the report's is free.
  const stem = basename(resultsFile, ".json").slice("results_".length);
  const reportFile = join(dirname(resultsFile), `report_${stem}.md`);
  await writeFileSafely(reportFile, markdown);
  return { resultsFile, reportFile, stem };
}

/** Results of an earlier run. */
export function readResults(path: string): CheckResults {
  return readShaped(path, checkResults, (value) => {
    const version = (value as { version?: unknown } | null)?.version;
    if (typeof version === "number" && version > resultsVersion) throw new HarnessError({ code: "newer-results", message: `${path} has format ${version}; this version reads up to ${resultsVersion}.`, remedy: "Upgrade rehearse." });
    return value;
  });
}
