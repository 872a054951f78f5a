/** Columns of text, as wide as their widest cell. `right` names those that hold numbers. */
export function table(
  head: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  { right = [] }: { right?: readonly number[] } = {},
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        right.includes(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  return [line(head), widths.map((width) => "─".repeat(width)).join("  "), ...rows.map(line)].join("\n");
}
