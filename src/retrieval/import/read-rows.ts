/** Rows of text files, one at a time: JSON Lines, columns between white space or tabs, and CSV. */
import { guidePage, HarnessError } from "../../kernel/errors/index.ts";
import { readLines } from "../../kernel/store/index.ts";
import type { Place, Report } from "./imported.ts";

export type Row<Content> = { at: Place; row: Content };

/** Objects, one per line. Empty lines are skipped. */
export function* jsonRows(path: string, report: Report): Generator<Row<Record<string, unknown>>> {
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    if (line.trim() === "") continue;
    const at = `${path}:${number}`;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      report.problem(at, `not JSON: ${excerpt(line)}`);
      continue;
    }
    if (typeof row === "object" && row !== null && !Array.isArray(row))
      yield { at, row: row as Record<string, unknown> };
    else report.problem(at, `expected an object in each line: ${excerpt(line)}`);
  }
}

/** Columns of each line that is not empty. */
export function* columnRows(path: string, separator: RegExp | string): Generator<Row<string[]>> {
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    if (line.trim() !== "")
      yield {
        at: `${path}:${number}`,
        row: (typeof separator === "string" ? line : line.trim()).split(separator),
      };
  }
}

/** More than any table that a person made by hand; a quote that is never closed would read the whole file. */
const LONGEST_FIELD = 1_000_000;

/**
 * CSV by RFC 4180: quoted fields may contain separators, doubled quotes and line breaks. Each row is an object by the
 * names in the first line.
 */
export function* csvRows(
  path: string,
  { separator = ",", report }: { separator?: string | undefined; report: Report },
): Generator<Row<Record<string, string>>> {
  let names: string[] | undefined;
  for (const { at, row } of csvRecords(path, separator)) {
    // Spreadsheets also write rows and columns that are empty.
    if (row.every((field) => field.trim() === "")) continue;
    if (!names) {
      names = row.map((name) => name.trim());
      const twice = names.find((name, index) => name !== "" && names!.indexOf(name) !== index);
      if (twice !== undefined) throw badRows(at, `the column ${JSON.stringify(twice)} occurs twice`);
      continue;
    }
    if (row.length !== names.length) {
      report.problem(at, `${row.length} columns, but the first line names ${names.length}`);
      continue;
    }
    yield {
      at,
      row: Object.fromEntries(names.flatMap((name, index) => (name === "" ? [] : [[name, row[index]!]]))),
    };
  }
}

function* csvRecords(path: string, separator: string): Generator<Row<string[]>> {
  let fields: string[] = [];
  /** The open quoted field, line by line. */
  let open: string[] | undefined;
  let size = 0;
  let started = 1;
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    // Excel's own way to name the separator.
    const [, named] = number === 1 ? (/^sep=(.)$/i.exec(line) ?? []) : [];
    if (named !== undefined) {
      separator = named;
      continue;
    }
    if (!open && fields.length === 0) {
      if (line === "") continue;
      started = number;
    }
    let at = 0;
    for (;;) {
      if (open) {
        const end = closingQuote(line, at);
        if (end < 0) {
          open.push(`${line.slice(at)}\n`);
          size += line.length - at + 1;
          if (size > LONGEST_FIELD)
            throw badRows(
              `${path}:${started}`,
              "a quoted field is longer than 1 MB: its quote is not closed",
            );
          break;
        }
        open.push(line.slice(at, end));
        fields.push(open.join("").replaceAll('""', '"'));
        open = undefined;
        at = end + 1;
        if (at < line.length && line[at] !== separator)
          throw badRows(`${path}:${number}`, `text after a closing quote, column ${at + 1}`);
      } else if (line[at] === '"') {
        open = [];
        size = 0;
        at += 1;
        continue;
      } else {
        const end = line.indexOf(separator, at);
        fields.push(line.slice(at, end < 0 ? undefined : end));
        at = end < 0 ? line.length : end;
      }
      if (at >= line.length) {
        yield { at: `${path}:${started}`, row: fields };
        fields = [];
        break;
      }
      at += 1;
    }
  }
  if (open) throw badRows(`${path}:${started}`, "a quoted field is not closed");
}

/** The first quote that is not doubled. */
function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2))
    if (line[at + 1] !== '"') return at;
  return -1;
}

export const badRows = (at: Place, problem: string) =>
  new HarnessError({
    code: "bad-file",
    message: `${at}: ${problem}.`,
    remedy: `${guidePage("import.md")} describes every format.`,
  });

export const excerpt = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
