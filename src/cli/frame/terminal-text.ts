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

/** One line of text, broken between words. A longer word stays whole: it is probably something to copy. */
export function wrapped(text: string, { indent = 0, width }: { indent?: number; width: number }): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${" ".repeat(indent)}${line}`).join("\n");
}
