import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalLine } from "../../src/contract/index.ts";

/** The whole lines of a run's journal, read by hand: not with the code under test. */
export function journalLines(dir: string): JournalLine[] {
  const text = readFileSync(join(dir, "calls.jsonl"), "utf8");
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}
