/**
 * Building blocks for Markdown reports. Model output is untrusted: it may contain headings, HTML, fake markers or
 * links, and must never break or fake a report's structure.
 */

/** Text inside a line, with all Markdown and HTML escaped. */
export function inline(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~$&@]/g, entity);
}

/** A block of quoted words: every line quoted, so that none can start a heading, a table or a fence. */
export function quoted(text: string): string {
  return visible(text)
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${escapeLine(line)}`.trimEnd())
    .join("\n");
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

type Column = { label: string; align?: "left" | "right" };

/** A table with cells that are already Markdown. */
export function markdownTable(
  head: ReadonlyArray<string | Column>,
  rows: ReadonlyArray<readonly string[]>,
): string {
  const columns = head.map((column): Column => (typeof column === "string" ? { label: column } : column));
  return [
    row(columns.map(({ label }) => label)),
    row(columns.map(({ align }) => (align === "right" ? "---:" : "---"))),
    ...rows.map(row),
  ].join("\n");
}

/** Cuts at a word if possible, and marks the cut. */
export function shorten(text: string, length: number): string {
  const flat = oneLine(text);
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), length - 20)).trimEnd()}…`;
}

const oneLine = (text: string): string => visible(text).replaceAll(/\s+/g, " ").trim();

/** Control characters and bidirectional overrides can hide content from a reader. */
export const visible = (text: string): string => text.replaceAll(/(?![\n\r\t])[\p{Cc}\p{Cf}]/gu, "");

function escapeLine(line: string): string {
  return line
    .replaceAll(/[\\`*_[\]<>#|~&]/g, entity)
    .replace(/^(\s*)(\d+)([.)])/, "$1$2\\$3")
    .replace(/^(\s*)([-+=])/, "$1\\$2");
}

const entities: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };
const entity = (mark: string): string => entities[mark] ?? `\\${mark}`;

/** A number with its noun: "1 turn", "2 turns". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Cents, and more of an amount that is small: "$0.00", "$12.35", "$0.0132", "$0.000012". */
export const dollars = (amount: number): string =>
  amount === 0 || amount >= 0.1
    ? `$${amount.toFixed(2)}`
    : `$${amount.toFixed(amount < 0.01 ? 6 : 4).replace(/(\.\d\d\d*?)0+$/, "$1")}`;

/** "A", "A and B", "A, B and C". */
export const listed = (items: ReadonlyArray<string | number>): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

const LISTED = 10;
export const shortList = (items: readonly string[], most = LISTED): string =>
  [items.slice(0, most).join(", "), items.length > most ? `${items.length - most} more` : []]
    .flat()
    .join(" and ");

/** Turns in words: "turn 5", "turns 5 to 7". */
export const turnsInWords = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `turn ${from}` : `turns ${from} to ${to}`;

/** Sums in another order differ in their last bits: a reader must not see 47.5 here and 47.4 there. */
export const rounded = (value: number, digits: number): string =>
  Number(value.toPrecision(12)).toFixed(digits);

/** A p-value in a table. It is never shown as 0. */
export const shownP = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));

/** A p-value in a sentence: "p = 0.031", "p < 0.001". */
export const pText = (p: number): string => (p < 0.001 ? `p ${shownP(p)}` : `p = ${shownP(p)}`);

/** A difference with its sign. The minus is a minus sign, not a hyphen; a value that rounds to 0 has no sign. */
export function signed(value: number, shown: (size: number) => string = String): string {
  const size = shown(Math.abs(value));
  return Number(size) === 0 ? size : `${value > 0 ? "+" : "−"}${size}`;
}

/** A model that was asked and failed. */
export type Failed = { why: string; /** Absent: not known. */ attempts?: number };

/** Without a full stop: "opus-4.5 failed after 4 attempts: HTTP 529 overloaded". */
export const failedText = (model: string, { why, attempts }: Failed): string =>
  [`${model} failed`, attempts === undefined ? [] : `after ${counted(attempts, "attempt")}`]
    .flat()
    .join(" ")
    .concat(`: ${why.replace(/\.$/, "")}`);
