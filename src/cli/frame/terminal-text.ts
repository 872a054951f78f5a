/**
 * Text for the terminal. Text from models, files and providers is untrusted: an escape sequence in it could repaint or
 * drive the terminal, so it passes through `terminalText` before it is printed.
 */

// Not imported: see io.ts.
const { stripVTControlCharacters } = process.getBuiltinModule("node:util");

// \p{Cc}: control characters. The others reverse the reading order, which can hide what a line says.
const unprintable = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

export function terminalText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(unprintable, "");
}

/** Columns as wide as their widest cell. `right` lists the right-aligned ones. */
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
