/** Text in columns for the help: wrapped to the width that every terminal has. */
const width = 80;
const widestLabel = 26;

/** Words flow, paragraphs stay. A word longer than the line is left whole: it is something to copy. */
export function wrap(text: string, indent = 0): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => wrapParagraph(paragraph, indent))
    .join("\n\n");
}

function wrapParagraph(paragraph: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.trim().split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((text) => " ".repeat(indent) + text).join("\n");
}

/** Labels on the left, texts aligned on the right; a label too wide for its column has its text below. */
export function labelled(rows: readonly (readonly [label: string, text: string])[]): string {
  const column =
    Math.max(0, ...rows.map(([label]) => label.length).filter((length) => length <= widestLabel)) + 4;
  return rows
    .map(([label, text]) => {
      const right = wrap(text, column);
      return label.length > widestLabel
        ? `  ${label}\n${right}`
        : `  ${label}`.padEnd(column) + right.trimStart();
    })
    .join("\n");
}
