import { readFileSync, statSync } from "node:fs";
import type { z } from "zod";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, jsonProblem } from "../../kernel/store/index.ts";

/** One JSON line of a file, and where it stands. */
export type TranscriptLine = { file: string; line: number; value: unknown };

const LARGEST_FILE = 64 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;
const ONE_OBJECT = "expected one JSON object per line";
const FORMAT = "docs/guide/observe.md describes the format.";

/** The lines of a JSONL file. Empty ones are skipped. */
export function readLines(file: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (const [index, text] of textOf(file).split("\n").entries()) {
    if (text.trim() === "") continue;
    const at = { file, line: index + 1 };
    if (text.length > LONGEST_LINE)
      throw badLine(at, `the line has ${size(text.length)} characters, more than ${size(LONGEST_LINE)}`);
    try {
      lines.push({ ...at, value: JSON.parse(text) as unknown });
    } catch (error) {
      throw badLine(
        at,
        text.trimStart().startsWith("[")
          ? ONE_OBJECT
          : jsonProblem(text, error).replace(/ at line 1, column/, " at column"),
      );
    }
  }
  if (lines.length === 0)
    throw new HarnessError({ code: "bad-transcript", message: `${file} has no turns.`, remedy: FORMAT });
  return lines;
}

function textOf(file: string): string {
  try {
    const { size: bytes } = statSync(file);
    if (bytes > LARGEST_FILE)
      throw new HarnessError({
        code: "bad-transcript",
        message: `${file} has ${size(bytes)} bytes, more than ${size(LARGEST_FILE)}.`,
        remedy: "Split it into several files.",
      });
    // Some editors begin a file with a byte order mark.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw error instanceof HarnessError ? error : fileError(error, { doing: "read", path: file });
  }
}

/** A line in its shape, or an error that names the line and the first field that is wrong. */
export function parseLine<Schema extends z.ZodType>(line: TranscriptLine, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(line.value);
  if (success) return data;
  const [issue] = error.issues as [z.core.$ZodIssue];
  throw badLine(line, issue.path.length === 0 ? ONE_OBJECT : fieldProblem(issue, line.value));
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  array: "a list",
  object: "an object",
};

function fieldProblem(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.join(".");
  const given = issue.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)[key], value);
  const expected = issue.code === "invalid_type" ? TYPES[issue.expected] : undefined;
  if (given === undefined)
    return `${field} is missing${expected === undefined ? "" : ` (expected ${expected})`}`;
  return expected === undefined ? `${field}: ${issue.message}` : `${field} must be ${expected}`;
}

export const badLine = ({ file, line }: Omit<TranscriptLine, "value">, problem: string): HarnessError =>
  new HarnessError({
    code: "bad-transcript",
    message: `${file}, line ${line}: ${problem}${/[.?]$/.test(problem) ? "" : "."}`,
    remedy: `Correct the line. ${FORMAT}`,
  });

const size = (count: number): string => count.toLocaleString("en");
