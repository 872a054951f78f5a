import type { Issue } from "../../../src/contract/index.ts";
import { percent } from "./format.ts";

/**
 * Who found it, and why it counts: what a model found counts only after a second look upheld it. What the house cast planted, and
 * what code computed from a reading, at a confidence of 1, had none.
 */
export function foundWords({ source, confidence }: Pick<Issue, "source" | "confidence">): string {
  const found = `Found by ${finderOf(source)}`;
  if (!source.includes("reader: ") || source.includes(HOUSE) || confidence === 1) return found;
  // With two finders, the confidence is the check's.
  const sure = source.startsWith("reader: ") ? `, ${percent(confidence)} confident` : "";
  return `${found}${sure}; confirmed by a second look`;
}

/** As `readerSource` in the playtest writes it. */
const HOUSE = "reader: house (planted faults only)";

/** "mechanical, reader: MODEL" in words; a source of another form stays as it is. */
export function finderOf(source: string): string {
  const parts = /^(mechanical)?(?:, )?(?:reader: (.+))?$/.exec(source);
  const reader = source.endsWith(HOUSE) ? "the house reader (planted fault)" : `reader model ${parts?.[2]}`;
  return [parts?.[1] && "a mechanical check", parts?.[2] && reader].filter(Boolean).join(" and ") || source;
}
