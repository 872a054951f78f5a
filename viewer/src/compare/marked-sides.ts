/** Two texts side by side, with the words that differ marked on each side. */
import { diffWords } from "../ui/diff-words.ts";

export type SidePart = { text: string; differs: boolean };

/** Below this share of common text, marks would cover almost everything. */
const ALIKE = 0.5;

/** Undefined: equal, or too different for marks to help. */
export function markedSides(left: string, right: string): [SidePart[], SidePart[]] | undefined {
  if (left === right) return undefined;
  const parts = diffWords(left, right, { mostChanges: 400 });
  const same = parts.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.length : 0), 0);
  if (same < ALIKE * Math.max(left.length, right.length)) return undefined;
  const side = (own: "removed" | "added") =>
    parts
      .filter(({ kind }) => kind === "same" || kind === own)
      .map(({ kind, text }) => ({ text, differs: kind !== "same" }));
  return [side("removed"), side("added")];
}
