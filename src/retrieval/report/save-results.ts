/** The files of a check: results and report, side by side. */
import { basename } from "node:path";
import {
  checkResults,
  groupScore,
  mechanism,
  type CheckResults,
  type ComponentOf,
  type GroupScore,
  type Mechanism,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { makeFolder, midRun, writeNewFile, requireFormat } from "../../kernel/store/index.ts";
import { badBank, readShaped } from "../banks.ts";
import { modules, type MechanismModule } from "../mechanisms/index.ts";
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

export function readResults(path: string): CheckResults {
  let stored: unknown;
  try {
    const results = readShaped(path, checkResults, (value) => {
      stored = value;
      requireFormat(value, path);
      return value;
    });
    for (const name of mechanism.options)
      keepGroup(groupsIn(name, results), groupsIn(name, stored as CheckResults), path);
    return results;
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "bad-file") throw error;
    throw new HarnessError({
      code: "bad-file",
      message: error.message,
      remedy: "Give a results_….json file written by `rehearse check`.",
    });
  }
}

function groupsIn<Name extends Mechanism>(
  name: Name,
  results: CheckResults,
): Record<string, GroupScore> | undefined {
  const module: MechanismModule<Name> = modules[name];
  const component = results[name] as ComponentOf<Name> | undefined;
  return component && module.groups(component)?.scores;
}

/** A group of tests may be called `__proto__`; zod drops a field of this name. */
function keepGroup(
  read: Record<string, GroupScore> | undefined,
  stored: Record<string, GroupScore> | undefined,
  path: string,
): void {
  if (!read || !stored || !Object.hasOwn(stored, "__proto__")) return;
  const { data: value } = groupScore.safeParse(stored["__proto__"]);
  if (!value) throw badBank(path, ["the group __proto__ has no scores"]);
  Object.defineProperty(read, "__proto__", { value, enumerable: true, writable: true, configurable: true });
}
