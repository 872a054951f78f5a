/** Two texts side by side: the words of each that the other does not have. */
import type { Range } from "../session/transcript/passages.ts";
import { diffWords } from "../ui/diff-words.ts";

/** Below this share of common text, marks would cover almost everything. */
const ALIKE = 0.5;

/** Undefined: equal, or too different for marks to help. */
export function markedSides(left: string, right: string): [Range[], Range[]] | undefined {
  if (left === right) return undefined;
  const parts = diffWords(left, right, { mostChanges: 400 });
  const same = parts.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.length : 0), 0);
  if (same < ALIKE * Math.max(left.length, right.length)) return undefined;
  const side = (own: "removed" | "added") => {
    let end = 0;
    return parts.flatMap(({ kind, text }): Range[] => {
      if (kind !== "same" && kind !== own) return [];
      const start = end;
      end += text.length;
      return kind === own ? [{ start, end }] : [];
    });
  };
  return [side("removed"), side("added")];
}
