import { join } from "node:path";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import { matrixReport } from "./matrix-report.ts";
import { writeMatrixResult, type MatrixOutcome } from "./matrix-result.ts";
import { plotsOf } from "./plots/index.ts";

export const REPORT_FILE = "report.md";

/** `matrix.json`, `report.md` and the plots that it shows. */
export async function writeMatrix(outcome: MatrixOutcome): Promise<void> {
  const plots = plotsOf(outcome);
  if (plots.length > 0) makeFolder(join(outcome.dir, "plots"));
  for (const { file, svg } of plots) await writeFileSafely(join(outcome.dir, "plots", file), svg);
  await writeMatrixResult(outcome);
  await writeFileSafely(join(outcome.dir, REPORT_FILE), matrixReport(outcome, plots));
}
