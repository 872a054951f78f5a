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
