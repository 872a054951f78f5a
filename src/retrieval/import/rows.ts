/** What every format is read into, and the rows of CSV and JSON Lines files, each with its place. */
import { CsvError, parse, type Info } from "csv-parse/sync";
import type { SemanticTest } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { readBytes, readLines } from "../../kernel/store/index.ts";

/** `at`: FILE:LINE. */
export type ImportedTest = {
  at: string;
  queryId: string;
  fields: Partial<SemanticTest> & Pick<SemanticTest, "prompt">;
};
export type ImportedDocument = { at: string; id: string; title: string; text: string };
export type Source = {
  tests: ImportedTest[];
  /** Absent: the source has no corpus. */
  documents?: ImportedDocument[];
};

/** What was left out or cannot be used. */
export type Report = {
  /** One line in the result: the same note is counted, with its first place. */
  note(text: string, at?: string): void;
  /** Stops the import once the source has been read. */
  problem(at: string, text: string): void;
};

/** `at`: FILE:LINE. */
export type Row<Content = Record<string, unknown>> = { at: string; row: Content };

/** Objects, one per line. */
export function jsonRows(path: string, report: Report): Row[] {
  const rows: Row[] = [];
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    if (line.trim() === "") continue;
    const at = `${path}:${number}`;
    try {
      const row: unknown = JSON.parse(line);
      if (typeof row === "object" && row !== null && !Array.isArray(row))
        rows.push({ at, row: row as Record<string, unknown> });
      else report.problem(at, `expected an object in each line: ${excerpt(line)}`);
    } catch {
      report.problem(at, `not JSON: ${excerpt(line)}`);
    }
  }
  return rows;
}

const SEPARATORS = [",", ";", "\t"];

/** CSV with a first line of names. The separator is the one that this line has most of, or as in Excel's `sep=;`. */
export function csvRows(path: string): Row[] {
  const text = utf8In(path).replaceAll("\r\n", "\n");
  const [, named] = /^sep=(.)\n/i.exec(text) ?? [];
  const head = text.slice(0, text.indexOf("\n") + 1);
  const count = (sign: string) => head.split(sign).length;
  try {
    const records = parse<{ record: Record<string, string>; info: Info }>(text, {
      delimiter: named ?? SEPARATORS.toSorted((a, b) => count(b) - count(a))[0]!,
      from_line: named === undefined ? 1 : 2,
      columns: (names: string[]) => columnNames(names, path),
      info: true,
      skip_empty_lines: true,
      // Spreadsheets write them.
      skip_records_with_empty_values: true,
    });
    return records.map(({ info, record }) => ({ at: `${path}:${info.lines}`, row: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const end = Math.max(Buffer.byteLength(head), Number(error["bytes_records"]));
    const before = Buffer.from(text).subarray(0, end).toString();
    throw badTable(`${path}:${before.split("\n").length}: ${words[error.code] ?? error.message}.`);
  }
}

/** Spreadsheets also save in older encodings, in which letters would turn into others. */
function utf8In(path: string): string {
  const bytes = readBytes(path);
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  try {
    if (!isUtf16) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Said below.
  }
  throw badTable(`${path} is not UTF-8${isUtf16 ? " but UTF-16" : ""}.`, "Save it as CSV UTF-8.");
}

const words: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quoted field is not closed",
  CSV_INVALID_CLOSING_QUOTE: "text after a closing quote",
  CSV_RECORD_INCONSISTENT_COLUMNS: "a different number of columns from the first line",
};

/** A column without a name is not read. */
function columnNames(written: readonly string[], path: string): Array<string | false> {
  const names = written.map((name) => name.trim());
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (twice !== undefined) throw badTable(`${path}: the column ${JSON.stringify(twice)} occurs twice.`);
  return names.map((name) => name || false);
}

const badTable = (message: string, remedy = "docs/guide/retrieval.md describes every format.") =>
  new HarnessError({ code: "bad-file", message, remedy });

export const excerpt = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
