/** A verdict as CI shows it. */
import type { Cause, Fact, Step, Verdict, VerdictFinding, VerdictTable } from "../../contract/index.ts";
import { untrusted, type CiFinding, type CiReport } from "./ci-report.ts";
import { shorten, inline, quoted, visible } from "./markdown.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../verdict-words/index.ts";

const FIRST_FACTS = 4;
const LONGEST_QUOTE = 400;

export function verdictCi(
  { outcome, headline, cautions, because, facts, findings, next }: Verdict,
  run: Pick<CiReport, "name" | "gates" | "cost" | "report" | "suites">,
): CiReport {
  return {
    ...run,
    about: facts.slice(0, FIRST_FACTS).map(factText).join(" · "),
    verdict: [headline],
    undecided: outcome === "undecided",
    notes: cautions,
    findings: findings.map(ciFinding),
    noFindings: "No findings.",
    sections: [
      { title: "Because", lines: because.flatMap(causeLines) },
      { title: "Next", lines: next.map(stepLine) },
    ].filter(({ lines }) => lines.length > 0),
  };
}

const factText = (fact: Fact): string => `${fact.label}: ${factValue(fact)}${inBrackets(fact.note)}`;

function ciFinding(finding: VerdictFinding): CiFinding {
  const { id, title, says, quotes } = finding;
  return {
    title: [title, lostText(finding), id].filter((part) => part !== undefined).join(", "),
    what: says,
    quotes: quotes.map(({ at, text }) => ({ from: at, text })),
  };
}

const causeLines = (cause: Cause): string[] => [
  `- **${untrusted(cause.label)}:** ${untrusted(causeText(cause))}`,
  ...(cause.quote === undefined
    ? []
    : [`  > “${untrusted(shorten(cause.quote.text, LONGEST_QUOTE))}” (${untrusted(cause.quote.at)})`]),
];

const stepLine = ({ says, command }: Step): string =>
  `- ${atStart(untrusted(says))}${command === undefined ? "" : ` ${codeSpan(command)}`}`;

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
const atStart = (escaped: string): string => escaped.replace(/^(?:\d+(?=[.)])|(?=[-+]))/, "$&\\");

/** Text to copy. The fence is longer than any in the text, so that nothing in it ends the span. */
function codeSpan(text: string): string {
  const flat = visible(text).replaceAll(/[\r\n\t]+/g, " ");
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}
