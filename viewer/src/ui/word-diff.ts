/** What changed from one text to another: by words, or by lines where most words changed. */
import { diffLines, diffWordsWithSpace, type ChangeObject } from "diff";

export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** The search takes time and memory by the square of this many changes. */
const MOST_CHANGES = 1_500;

/** Below this part of shared text, marked words are harder to read than whole lines. */
const ALIKE = 0.5;

/** The parts in order: the same and removed ones make up `before`, the same and added ones `after`. */
export function diffWords(before: string, after: string): DiffPart[] {
  const limit = { maxEditLength: MOST_CHANGES };
  const words = diffWordsWithSpace(before, after, limit);
  if (words && isAlike(partsOf(words), Math.min(before.length, after.length))) return joined(partsOf(words));
  const lines = diffLines(before, after, limit);
  return joined(
    lines
      ? partsOf(lines)
      : [
          { kind: "removed", text: before },
          { kind: "added", text: after },
        ],
  );
}

const partsOf = (changes: readonly ChangeObject<string>[]): DiffPart[] =>
  changes.map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));

/** Enough of a text of this length is shared. A sentence added to a line leaves the rest of it as it was. */
const isAlike = (parts: readonly DiffPart[], length: number): boolean =>
  parts.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0), 0) >=
  ALIKE * length;

/** Neighbours of a kind as one, removed before added. Spaces alone between two changes count as changed. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let change = { removed: "", added: "" };
  const flush = () => {
    for (const kind of ["removed", "added"] as const)
      if (change[kind] !== "") out.push({ kind, text: change[kind] });
    change = { removed: "", added: "" };
  };
  parts.forEach(({ kind, text }, at) => {
    const isGap = /^[^\S\n]+$/.test(text) && at < parts.length - 1;
    if (kind !== "same") change[kind] += text;
    else if (isGap && change.removed + change.added !== "")
      change = { removed: change.removed + text, added: change.added + text };
    else {
      flush();
      out.push({ kind, text });
    }
  });
  flush();
  return out;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

type FoldedPart = DiffPart | { kind: "folded"; lines: number; text: string };

/** The parts with unchanged lines folded, except `context` lines around each change. */
export function folded(parts: readonly DiffPart[], context: number): FoldedPart[] {
  return parts.flatMap((part, at): FoldedPart[] => {
    if (part.kind !== "same") return [part];
    const lines = linesOf(part.text);
    // The first line ends the changed line before it.
    const head = at === 0 ? 0 : context + 1;
    const tail = at === parts.length - 1 ? 0 : context + (part.text.endsWith("\n") ? 0 : 1);
    const hidden = lines.length - head - tail;
    if (hidden < 2) return [part];
    const shown: FoldedPart[] = [
      { kind: "same", text: lines.slice(0, head).join("") },
      { kind: "folded", lines: hidden, text: lines.slice(head, head + hidden).join("") },
      { kind: "same", text: lines.slice(head + hidden).join("") },
    ];
    return shown.filter(({ text }) => text !== "");
  });
}
