import { midRun } from "../../kernel/store/index.ts";
import type { Checked } from "../run/index.ts";
import { checkReport } from "./check-report.ts";
import { saveResults } from "./save-results.ts";

export type KeepOptions = {
  dir: string;
  save: boolean;
  /** What changed against an earlier run, for the report. */ baseline?: readonly string[];
};

/** What a run found, its report, and the record of what was paid; unsaved, that record goes too. */
export async function keepCheck(
  { results, notes, keep, drop }: Checked,
  { dir, save, baseline }: KeepOptions,
): Promise<{ resultsFile: string; reportFile: string } | undefined> {
  if (!save) {
    drop();
    return undefined;
  }
  try {
    const saved = await saveResults(
      dir,
      results,
      checkReport(results, { notes, ...(baseline && { baseline }) }),
    );
    keep(`calls_${saved.stem}`);
    return saved;
  } catch (error) {
    // The answers are in the run's journal: the same check, made again, does not pay for them again.
    throw midRun(error);
  }
}
