import type { Span } from "../text/index.ts";

/** A run of lines up to the next blank one; a heading or a rule stands alone, and a marker begins a new one. */
export type Paragraph = Span & { kind: "text" | "heading" | "rule" | "marked" };

const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const rule = /^ {0,3}(?:-{3,40}|\*{3,40}|_{3,40}|(?:\* ){2,20}\*)\s*$/;

/** Paragraphs, with the blank lines after them, from the first character to the last. `markers` are the places of lines that begin with one. */
export function findParagraphs(flat: string, markers: ReadonlySet<number>): Paragraph[] {
  const found: Paragraph[] = [];
  let open = false;
  for (let start = 0; start < flat.length;) {
    const newline = flat.indexOf("\n", start);
    const end = newline < 0 ? flat.length : newline + 1;
    const head = flat.slice(start, Math.min(end, start + 80));
    const kind = markers.has(start)
      ? "marked"
      : heading.test(head)
        ? "heading"
        : rule.test(head)
          ? "rule"
          : "text";
    const blank = flat.slice(start, end).trim() === "";
    const last = found.at(-1);
    if (last && (blank || (open && kind === "text"))) last.end = end;
    else found.push({ start, end, kind });
    open = !blank && (kind === "text" || kind === "marked");
    start = end;
  }
  return found;
}
