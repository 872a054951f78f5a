import { join } from "node:path";
import { exists, readLineLog } from "../../kernel/store/index.ts";

/** What embedded narrators planted on purpose, one line a turn. Only the house reader and tests read it. */
export const TRUTH_FILE = "truth.jsonl";

/** Its lines, by turn. */
export type Truth = ReadonlyMap<number, unknown>;

export function readTruth(dir: string): Map<number, unknown> {
  const path = join(dir, TRUTH_FILE);
  const found = new Map<number, unknown>();
  if (exists(path))
    readLineLog(path, ({ value }) => {
      if (typeof value.turn === "number") found.set(value.turn, value);
    });
  return found;
}
