/** A verdict as Markdown. Labels and quotes are untrusted, so every text is escaped. */
import type { Cause, Fact, Step, Verdict, VerdictFinding, VerdictTable } from "../../contract/index.ts";
import { inline, quoted, visible } from "./markdown.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../verdict-words/index.ts";

type Quote = VerdictFinding["quotes"][number];

/** `level`: of the headings of its parts. */
export function verdictMarkdown(verdict: Verdict, { level = 2 }: { level?: number } = {}): string {
  const { headline, cautions, because, facts, findings, tables, next } = verdict;
  const part = (title: string, blocks: readonly string[]): string[] =>
    blocks.length === 0 ? [] : [`${"#".repeat(level)} ${inline(title)}`, ...blocks];
  return [
    ...cautions.map((caution) => `> **Note:** ${inline(caution)}`),
    `**${inline(headline)}**`,
    ...part("Because", because.map(causeItem)),
    ...part("Facts", facts.length === 0 ? [] : [facts.map(factItem).join("\n")]),
    ...part("Findings", findings.map(findingItem)),
    ...tables.flatMap((table) => part(table.title, tableBlocks(table))),
    ...part("Next", next.length === 0 ? [] : [next.map(stepItem).join("\n")]),
  ].join("\n\n");
}

const causeItem = (cause: Cause): string =>
  withQuotes(
    `- **${inline(cause.label)}:** ${inline(causeText(cause))}`,
    cause.quote === undefined ? [] : [cause.quote],
  );

const factItem = (fact: Fact): string =>
  `- **${inline(fact.label)}:** ${inline(`${factValue(fact)}${inBrackets(fact.note)}`)}`;

function findingItem(finding: VerdictFinding): string {
  const { id, title, says, quotes } = finding;
  const marks = [lostText(finding), id === undefined ? undefined : codeSpan(id)].filter(
    (mark) => mark !== undefined,
  );
  const aside = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  return withQuotes(`- **${inline(title)}**${aside}: ${inline(says)}`, quotes);
}

/** A list item with quotes that belong to it. */
const withQuotes = (item: string, quotes: readonly Quote[]): string =>
  [item, ...quotes.map(quoteBlock)].join("\n\n");

const quoteBlock = ({ at, text }: Quote): string =>
  `${quoted(text)}\n>\n> — ${inline(at)}`.replaceAll(/^/gm, "  ");

function tableBlocks({ columns, rows, note }: VerdictTable): string[] {
  const lines = [
    columns.map(({ label }) => inline(label)),
    columns.map(({ align }) => (align === "right" ? "---:" : "---")),
    ...rows.map((row) => columns.map((_, at) => inline(shownCell(row[at])))),
  ];
  return [
    lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
    ...(note === undefined ? [] : [`*${inline(note)}*`]),
  ];
}

const stepItem = ({ says, command }: Step): string =>
  `- ${atStart(inline(says))}${command === undefined ? "" : ` ${codeSpan(command)}`}`;

/** Escaped text at the start of a block, where "1." or "-" would begin a list. */
export const atStart = (escaped: string): string => escaped.replace(/^(?:\d+(?=[.)])|(?=[-+]))/, "$&\\");

/** Text to copy. The fence is longer than any in the text, so that nothing in it ends the span. */
export function codeSpan(text: string): string {
  const flat = visible(text).replaceAll(/[\r\n\t]+/g, " ");
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}
