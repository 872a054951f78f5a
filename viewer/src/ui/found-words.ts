import type { Issue } from "../../../src/contract/index.ts";
import { percent } from "./format.ts";

/** Who found it, and why it counts: a reader's own confidence does not decide. */
export const foundWords = ({ source, confidence }: Pick<Issue, "source" | "confidence">): string =>
  source.includes("reader: ")
    ? `Found by ${finderOf(source)}, ${percent(confidence)} confident; confirmed by a second look`
    : `Found by ${finderOf(source)}`;

/** "mechanical, reader: MODEL" in words; a source of another form stays as it is. */
export function finderOf(source: string): string {
  const parts = /^(mechanical)?(?:, )?(?:reader: (.+))?$/.exec(source);
  const by = [parts?.[1] && "a mechanical check", parts?.[2] && `reader model ${parts[2]}`].filter(Boolean);
  return by.length > 0 ? by.join(" and ") : source;
}
