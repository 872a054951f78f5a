/** A verdict for the terminal. Its texts are untrusted: each passes through `terminalText` and stays on its line. */
import type { Cause, Fact, Step, Verdict, VerdictFinding, VerdictTable } from "../../contract/index.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../../kernel/verdict-words/index.ts";
import type { Io } from "./io.ts";
import { terminalText, wrapped } from "./terminal-text.ts";

type Options = {
  style: Io["style"];
  /** Sentences and quotes are wrapped to it. Tables and commands are not. */
  width?: number | undefined;
};
type Line = { text: string; indent: number };

const headlineStyles: Record<Verdict["outcome"], Parameters<Io["style"]>[0]> = {
  passed: ["bold", "green"],
  failed: ["bold", "red"],
  undecided: "bold",
  stopped: "bold",
  done: "bold",
};

export function verdictText(verdict: Verdict, { style, width = Infinity }: Options): string {
  const { outcome, headline, cautions, because, facts, findings, tables, next } = verdict;
  const wrap = ({ text, indent }: Line) => wrapped(oneLine(text), { indent, width });
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [[style("bold", oneLine(title)), ...lines].join("\n")];
  return [
    [
      ...cautions.map((caution) => wrap({ text: `Note: ${caution}`, indent: 0 })),
      style(headlineStyles[outcome], wrap({ text: headline, indent: 0 })),
    ].join("\n"),
    ...part("Because:", because.flatMap(causeLines).map(wrap)),
    ...(facts.length === 0 ? [] : [factLines(facts)]),
    ...part("Findings:", findings.flatMap(findingLines).map(wrap)),
    ...tables.flatMap((each) => part(each.title, [...tableLines(each), ...noteOf(each).map(wrap)])),
    ...part(
      "Next:",
      next.flatMap((step) => [wrap({ text: step.says, indent: 2 }), ...commandOf(step)]),
    ),
  ].join("\n\n");
}

const causeLines = (cause: Cause): Line[] => [
  { text: `${cause.label}: ${causeText(cause)}`, indent: 2 },
  ...(cause.quote === undefined ? [] : [quoteLine(cause.quote)]),
];

function findingLines(finding: VerdictFinding): Line[] {
  const { id, says, quotes } = finding;
  const title = [finding.title, lostText(finding) ?? []].flat().join(", ");
  return [
    { text: `${title}${inBrackets(id)}`, indent: 2 },
    { text: says, indent: 4 },
    ...quotes.map(quoteLine),
  ];
}

const quoteLine = ({ at, text }: VerdictFinding["quotes"][number]): Line => ({
  text: `“${text}” (${at})`,
  indent: 4,
});

/** A longer value moves its own note, and not those of the others. */
const WIDEST_VALUE = 32;

function factLines(facts: readonly Fact[]): string {
  const rows = facts.map((fact) => ({
    label: oneLine(fact.label),
    value: oneLine(factValue(fact)),
    note: oneLine(inBrackets(fact.note)),
  }));
  const labels = Math.max(...rows.map(({ label }) => label.length));
  const noted = rows.filter(({ note, value }) => note !== "" && value.length <= WIDEST_VALUE);
  const values = Math.max(0, ...noted.map(({ value }) => value.length));
  return rows
    .map(({ label, value, note }) => `${label.padEnd(labels)}  ${value.padEnd(values)}  ${note}`.trimEnd())
    .join("\n");
}

/** Columns as wide as their widest cell. */
function tableLines({ columns, rows }: VerdictTable): string[] {
  const head = columns.map(({ label }) => oneLine(label));
  const cells = rows.map((row) => columns.map((_, at) => oneLine(shownCell(row[at]))));
  const widths = columns.map((_, at) => Math.max(...[head, ...cells].map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, at) =>
        align === "right" ? row[at]!.padStart(widths[at]!) : row[at]!.padEnd(widths[at]!),
      )
      .join("  ")
      .trimEnd();
  return [line(head), widths.map((width) => "─".repeat(width)).join("  "), ...cells.map(line)];
}

const noteOf = ({ note }: VerdictTable): Line[] => (note === undefined ? [] : [{ text: note, indent: 0 }]);

/** Never wrapped, and spaces stay: it is copied. A pasted tab or line break would act at once. */
const commandOf = ({ command }: Step): string[] =>
  command === undefined ? [] : [`    ${terminalText(command).replaceAll(/[\n\t]+/g, " ")}`];

const oneLine = (text: string): string => terminalText(text).replaceAll(/\s+/g, " ").trim();
