import { basename } from "node:path";
import { checkResults, resultsVersion, type CheckResults } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { makeFolder, writeNewFile } from "../../kernel/store/index.ts";
import { readShaped } from "../bank/index.ts";

/** `2026-11-15-1128`, in UTC as everything that is stored. */
export const minuteOf = (timestamp: string): string =>
  `${timestamp.slice(0, 10)}-${timestamp.slice(11, 16).replace(":", "")}`;

/** Complete results and the report, side by side under one name. A second run of the same minute gets a name of its own. */
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
    data: jsonOf(results),
  });
  const stem = basename(resultsFile, ".json").slice("results_".length);
  // The name is free, unless somebody kept an old report and moved its results away: that report stays too.
  const reportFile = await writeNewFile({ dir, stem: `report_${stem}`, extension: "md", data: markdown });
  return { resultsFile, reportFile, stem };
}

/** In pieces, test by test: ten thousand of them in one text would take more memory than the run itself. */
function* jsonOf(results: CheckResults): Generator<string> {
  let comma = "{";
  for (const [key, value] of Object.entries(results)) {
    if (value === undefined) continue;
    yield `${comma}${JSON.stringify(key)}:`;
    comma = ",";
    const { results: tests, ...component } = value as { results?: readonly unknown[] };
    if (!Array.isArray(tests)) {
      yield JSON.stringify(value);
      continue;
    }
    yield `${JSON.stringify(component).slice(0, -1)},"results":[`;
    for (const [index, test] of tests.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(test)}`;
    yield "]}";
  }
  yield "}\n";
}

/** Results of an earlier run. */
export function readResults(path: string): CheckResults {
  try {
    return readShaped(path, checkResults, (value) => {
      const version = (value as { version?: unknown } | null)?.version;
      if (typeof version === "number" && version > resultsVersion)
        throw new HarnessError({
          code: "newer-results",
          message: `${path} has format ${version}; this version reads up to ${resultsVersion}.`,
          remedy: "Upgrade rehearse.",
        });
      return value;
    });
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "bad-bank") throw error;
    throw new HarnessError({
      code: "bad-results",
      message: error.message,
      remedy: "Give a results_….json that `rehearse check` has written.",
    });
  }
}
