/** The parts of a guide's text that can be beats: headings and ordered lists. No other Markdown is read. */

export type Heading = {
  level: number;
  text: string;
  /** The start of its line, and of the text under it. */
  start: number;
  body: number;
};

type Line = { text: string; start: number; end: number; code: boolean };

/** Lines with their offsets. A `#` inside a code fence is not a heading. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  let start = 0;
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const code = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    lines.push({ text: line, start, end: start + line.length, code });
    start += line.length + 1;
  }
  return lines;
}

/** "# Title", and in plain text a line of its own such as "Scene 2: The Quay". */
export function headingsOf(text: string): Heading[] {
  const lines = linesOf(text);
  const isBlank = (at: number) => (lines[at]?.text.trim() ?? "") === "";
  const headings: Heading[] = [];
  const alone: Heading[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.code || line.text.length > LONGEST_HEADING || isBlank(at)) continue;
    const [, marks, title] = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line.text) ?? [];
    if (marks !== undefined) {
      if (title !== "")
        headings.push({ level: marks.length, text: plain(title!), start: line.start, body: line.end });
      continue;
    }
    if (isBlank(at - 1) && line.text.length <= LONGEST_LINE && STANDS_ALONE.test(line.text))
      alone.push({ level: 1, text: plain(line.text), start: line.start, body: line.end });
  }
  return headings.length > 0 ? headings : alone;
}

const LONGEST_HEADING = 500;
const LONGEST_LINE = 100;
/** "Scene 2", "Beat 3: The Quay", "Kapitel IV – Der Hafen": not "Room 9 is locked." */
const STANDS_ALONE = /^[ \t]*\p{L}{2,20} (?:\d{1,3}|[IVXLC]{1,6})[ \t]*(?:$|[:.)–—-])/u;

/** The text under a heading, up to the next one that is not below it. */
export function sectionOf(text: string, headings: readonly Heading[], at: number): string {
  const { level, body } = headings[at]!;
  let next = at + 1;
  while (next < headings.length && headings[next]!.level > level) next += 1;
  return text.slice(body, headings[next]?.start).trim();
}

/** The items of the longest top-level ordered list, each with everything indented under it. */
export function longestList(text: string): string[] {
  let longest: string[] = [];
  let items: string[] = [];
  let [blank, indent] = [false, 0];
  for (const { text: line, code } of linesOf(text)) {
    const [, margin = "", item] = code ? [] : (/^( {0,3})\d{1,3}[.)][ \t]+(\S.*)$/.exec(line) ?? []);
    if (items.length === 0) indent = margin.length;
    if (item !== undefined && margin.length <= indent + 1) items.push(item);
    else if (line.trim() === "") {
      blank = true;
      if (items.length > 0) items[items.length - 1] += "\n";
      continue;
    } else if (items.length > 0 && (/^(?: {2,}|\t)/.test(line) || (!blank && !/^ {0,3}#/.test(line))))
      items[items.length - 1] += `\n${line.trim()}`;
    else items = [];
    blank = false;
    if (items.length > longest.length) longest = items;
  }
  return longest.map((item) => item.trim());
}

/** Without the marks of emphasis, code and links. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, "$1")
    .replaceAll(/[*`]+|(?<!\w)_+|_+(?!\w)/g, "")
    .trim();
