import { existsSync } from "node:fs";
import { join } from "node:path";
import { readLineLog } from "../../kernel/store/index.ts";

/** What embedded narrators planted on purpose, a line a turn. Only the house reader, tests and benches read it. */
export const TRUTH_FILE = "truth.jsonl";

/** Its lines, by turn. */
export type Truth = ReadonlyMap<number, unknown>;

export function readTruth(dir: string): Map<number, unknown> {
  const path = join(dir, TRUTH_FILE);
  const found = new Map<number, unknown>();
  if (existsSync(path))
    readLineLog(path, ({ value }) => {
      if (typeof value.turn === "number") found.set(value.turn, value);
    });
  return found;
}
