import { existsSync, readdirSync } from "node:fs";
import { fileError } from "../../kernel/store/index.ts";

/** As they are written: `results_2026-11-15-1128.json`, and `…_2.json` for a second of the same minute. */
export const RESULTS_NAME = /^results_(\d{4}-\d{2}-\d{2}-\d{4})(?:_(\d{1,6}))?\.json$/;

/** Names of saved results, newest first. */
export function resultsFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  try {
    // No links: one that leads out of the folder is nothing to show.
    return readdirSync(dir, { withFileTypes: true })
      .filter((file) => file.isFile() && RESULTS_NAME.test(file.name))
      .map(({ name }) => name)
      .sort(newestFirst);
  } catch (error) {
    throw fileError(error, { doing: "read", path: dir });
  }
}

/** The tenth of a minute comes after the ninth, whatever the alphabet says. */
function newestFirst(a: string, b: string): number {
  const [, minuteA = "", numberA = "1"] = RESULTS_NAME.exec(a)!;
  const [, minuteB = "", numberB = "1"] = RESULTS_NAME.exec(b)!;
  return minuteA === minuteB ? Number(numberB) - Number(numberA) : minuteA < minuteB ? 1 : -1;
}
