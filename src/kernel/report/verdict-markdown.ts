/** A verdict as Markdown, for a report or for a page on GitHub. */
import type { Cause, Fact, Step, Verdict, VerdictFinding, VerdictTable } from "../../contract/index.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../verdict-words/index.ts";
import { inline, markdownTable, quoted, visible } from "./markdown.ts";

/** How untrusted text is escaped: in a line, and as a block of quoted words. */
export type Escape = { line: (text: string) => string; block: (text: string) => string };
const usual: Escape = { line: inline, block: quoted };

/** `level`: of the headings of its parts. */
export const verdictMarkdown = (verdict: Verdict, { level = 2 }: { level?: number } = {}): string =>
  [...cautionBlocks(verdict), `**${inline(verdict.headline)}**`, ...verdictParts(verdict, { level })].join(
    "\n\n",
  );

export const cautionBlocks = ({ cautions }: Verdict, { line } = usual): string[] =>
  cautions.map((caution) => `> **Note:** ${line(caution)}`);

/** Everything else below the headline. Empty parts are absent. */
export function verdictParts(
  { because, facts, findings, tables, next }: Verdict,
  {
    level,
    escape = usual,
    findingsTitle = "Findings",
  }: { level: number; escape?: Escape; findingsTitle?: string },
): string[] {
  const { line } = escape;
  const part = (title: string, blocks: readonly string[]): string[] =>
    blocks.length === 0 ? [] : [`${"#".repeat(level)} ${line(title)}`, ...blocks];
  const list = (items: readonly string[]): string[] => (items.length === 0 ? [] : [items.join("\n")]);
  return [
    ...part(
      "Because",
      because.map((cause) => causeItem(cause, escape)),
    ),
    ...part("Facts", list(facts.map((fact) => factItem(fact, escape)))),
    ...part(
      findingsTitle,
      findings.map((finding) => findingItem(finding, escape)),
    ),
    ...tables.flatMap((table) => part(table.title, tableBlocks(table, escape))),
    ...part("Next", list(next.map((step) => stepItem(step, escape)))),
  ];
}

const causeItem = (cause: Cause, escape: Escape): string =>
  withQuotes(
    `- **${escape.line(cause.label)}:** ${escape.line(causeText(cause))}`,
    cause.quote === undefined ? [] : [cause.quote],
    escape,
  );

const factItem = (fact: Fact, { line }: Escape): string =>
  `- **${line(fact.label)}:** ${line(`${factValue(fact)}${inBrackets(fact.note)}`)}`;

function findingItem(finding: VerdictFinding, escape: Escape): string {
  const { id, title, says, quotes } = finding;
  const marks = [lostText(finding), id === undefined ? undefined : codeSpan(id)];
  const aside = marks.filter((mark) => mark !== undefined).join(", ");
  const head = `- **${escape.line(title)}**${inBrackets(aside || undefined)}`;
  return withQuotes(`${head}: ${escape.line(says)}`, quotes, escape);
}

type Quote = VerdictFinding["quotes"][number];

/** A list item with quotes that belong to it. */
const withQuotes = (item: string, quotes: readonly Quote[], { line, block }: Escape): string =>
  [item, ...quotes.map(({ at, text }) => `${block(text)}\n>\n> — ${line(at)}`.replaceAll(/^/gm, "  "))].join(
    "\n\n",
  );

function tableBlocks({ columns, rows, note }: VerdictTable, { line }: Escape): string[] {
  const table = markdownTable(
    columns.map(({ label, align }) => ({ label: line(label), align })),
    rows.map((row) => columns.map((_, at) => line(shownCell(row[at])))),
  );
  return note === undefined ? [table] : [table, `*${line(note)}*`];
}

/** The lines of a table, without its title and note. */
export const tableMarkdown = (table: VerdictTable): string[] => tableBlocks(table, usual)[0]!.split("\n");

export const stepMarkdown = (step: Step): string => stepItem(step, usual);

const stepItem = ({ says, command }: Step, { line }: Escape): string =>
  [`- ${atStart(line(says))}`, command === undefined ? [] : codeSpan(command)].flat().join(" ");

/** Escaped text at the start of a block, where "1." or "-" would begin a list. */
const atStart = (escaped: string): string => escaped.replace(/^(?:\d+(?=[.)])|(?=[-+]))/, "$&\\");

/** Text to copy. The fence is longer than any in the text, so that nothing in it ends the span. */
export function codeSpan(text: string): string {
  const flat = visible(text).replaceAll(/[\r\n\t]+/g, " ");
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}
