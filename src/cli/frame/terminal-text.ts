/**
 * Text from models, files and providers is untrusted: an escape sequence in it could repaint or drive the terminal.
 * Everything of that origin passes through here before it is printed.
 */

// Not imported, for the same reason as in io.ts.
const { stripVTControlCharacters } = process.getBuiltinModule("node:util");

// \p{Cc}: control characters. The others reverse the reading order, which can hide what a line says.
const unprintable = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

export function terminalText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(unprintable, "");
}
