import { diffWords } from "../ui/diff-words.ts";

/** Removed lines with the added lines that follow them: they belong together, so that their words can be compared. */
export function hunksOf(
  changes: ReadonlyArray<{ sign: "-" | "+"; line: string }>,
): Array<{ before: string; after: string }> {
  const hunks: Array<{ before: string[]; after: string[] }> = [];
  for (const { sign, line } of changes) {
    const open = hunks.at(-1);
    if (open === undefined || (sign === "-" && open.after.length > 0))
      hunks.push({ before: sign === "-" ? [line] : [], after: sign === "+" ? [line] : [] });
    else open[sign === "-" ? "before" : "after"].push(line);
  }
  return hunks.map(({ before, after }) => ({ before: before.join("\n"), after: after.join("\n") }));
}

/** Below this share of common text, marked words are harder to read than both versions one after the other. */
const ALIKE = 0.5;

export function isAlike(before: string, after: string): boolean {
  const same = diffWords(before, after).reduce(
    (sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0),
    0,
  );
  const shorter = Math.min(before.length, after.length);
  // A sentence added to a line leaves the rest of it as it was.
  return shorter > 0 && same >= ALIKE * shorter;
}
