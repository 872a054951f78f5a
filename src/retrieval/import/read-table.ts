/** CSV and JSON Lines: one test per row, columns by their usual names or as mapped. */
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { userState as stateSchema, type SemanticTest } from "../../contract/index.ts";
import { newTest, type Report, type Source } from "./imported.ts";
import { csvRows, excerpt, jsonRows, type Row } from "./read-rows.ts";

/** Our fields, with the column names that other tools use for them. */
const columns = {
  id: ["id", "_id", "test_id", "query_id", "query-id", "qid", "question_id"],
  prompt: ["prompt", "query", "question", "message", "input", "user_input", "text"],
  primary: [
    "expected_primary",
    "primary",
    "expected",
    "relevant",
    "relevant_ids",
    "expected_ids",
    "doc_ids",
    "document_ids",
    "doc_id",
    "reference_context_ids",
    "gold",
  ],
  secondary: ["expected_secondary", "secondary", "acceptable"],
  not_expected: ["not_expected", "forbidden", "negatives", "hard_negatives"],
  topics: ["topics", "topic", "tags"],
  category: ["category"],
  name: ["name", "title"],
  user_state: ["user_state", "state"],
} as const;

export type TableField = keyof typeof columns;
export const tableFields = Object.keys(columns) as TableField[];

type Mapping = Partial<Record<TableField, string>>;

/** `prompt=Question` pairs from the command line. */
export function mappingOf(pairs: readonly string[]): Mapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field, column] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (pair.includes("=") && column !== "" && Object.hasOwn(columns, field)) return [field, column];
      throw new HarnessError({
        code: "bad-columns",
        message: `--column ${pair} is not a column.`,
        remedy: `Write FIELD=COLUMN, where FIELD is one of ${tableFields.join(", ")}: --column prompt=Question.`,
      });
    }),
  );
}

export function tableSource(
  path: string,
  {
    format,
    mapping,
    separator,
    listSeparator,
  }: {
    format: "csv" | "jsonl";
    mapping: Mapping;
    separator?: string | undefined;
    listSeparator?: string | undefined;
  },
): Source {
  const rows = (report: Report): Iterable<Row<Record<string, unknown>>> =>
    format === "csv" ? csvRows(path, { separator, report }) : jsonRows(path, report);
  return {
    *tests(report) {
      let number = 0;
      let used: Mapping | undefined;
      const unused = new Set<string>();
      for (const { at, row } of rows(report)) {
        number += 1;
        // The columns of a CSV file are the same in every row; lines of JSON may differ.
        if (!used || format === "jsonl") {
          used = columnsOf(row, mapping);
          for (const name of Object.keys(row)) if (!Object.values(used).includes(name)) unused.add(name);
        }
        const test = testOf(row, used, { at, report, listSeparator });
        if (test === undefined) {
          if (number === 1 && used.prompt === undefined) throw noPrompt(at, row);
          continue;
        }
        const { queryId = String(number), ...fields } = test;
        yield newTest(at, queryId, fields);
      }
      if (number === 0) report.note(`${path} has no rows`);
      if (unused.size > 0)
        report.note(
          `Columns that are not used: ${[...unused].map((name) => JSON.stringify(name)).join(", ")}`,
        );
    },
  };
}

function columnsOf(row: Record<string, unknown>, mapping: Mapping): Mapping {
  const byLowerCase = new Map(
    Object.keys(row).map((name) => [name.toLowerCase().replaceAll(" ", "_"), name]),
  );
  return Object.fromEntries(
    tableFields.flatMap((field) => {
      const named =
        mapping[field] ??
        columns[field].map((name) => byLowerCase.get(name)).find((name) => name !== undefined);
      return named === undefined ? [] : [[field, named]];
    }),
  );
}

const noPrompt = (at: string, row: Record<string, unknown>): HarnessError => {
  const names = Object.keys(row);
  const near = suggestion("prompt", names);
  return new HarnessError({
    code: "bad-import",
    message:
      `${at}: no column with the question. Columns: ${names.map((name) => JSON.stringify(name)).join(", ")}. ${near}`.trimEnd(),
    remedy: `Name it: --column prompt=COLUMN. Known names: ${columns.prompt.join(", ")}.`,
  });
};

function testOf(
  row: Record<string, unknown>,
  used: Mapping,
  { at, report, listSeparator }: { at: string; report: Report; listSeparator: string | undefined },
): (Pick<SemanticTest, "prompt"> & Partial<SemanticTest> & { queryId?: string }) | undefined {
  const value = (field: TableField): unknown => (used[field] === undefined ? undefined : row[used[field]]);
  const text = (field: TableField): string | undefined => {
    const found = value(field);
    if (found === undefined || found === null || found === "") return undefined;
    return typeof found === "string" ? found : JSON.stringify(found);
  };
  const list = (field: TableField): string[] => {
    const ids = listIn(value(field), listSeparator);
    if (ids) return [...new Set(ids)];
    report.problem(at, `${used[field]}: expected ids, not ${excerpt(JSON.stringify(value(field)))}`);
    return [];
  };
  const prompt = text("prompt");
  if (prompt === undefined) {
    report.problem(at, `${used.prompt ?? "prompt"}: missing (expected text)`);
    return undefined;
  }
  const state = stateIn(value("user_state"));
  if (state === undefined) report.problem(at, `${used.user_state}: expected a JSON object of plain values`);
  const [queryId, name, category] = [text("id"), text("name"), text("category")];
  return {
    prompt,
    ...(queryId !== undefined && { queryId }),
    ...(name !== undefined && { name }),
    ...(category !== undefined && { category }),
    topics: list("topics"),
    expected_primary: list("primary"),
    expected_secondary: list("secondary"),
    not_expected: list("not_expected"),
    user_state: state ?? {},
  };
}

/** A list, a JSON list in a cell, or ids between separators; undefined: something else. */
function listIn(value: unknown, separator: string | undefined): string[] | undefined {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value))
    return value.every((one) => typeof one === "string" || typeof one === "number")
      ? value.map(String).filter((one) => one !== "")
      : undefined;
  if (typeof value !== "string") return undefined;
  if (value.trimStart().startsWith("["))
    try {
      return listIn(JSON.parse(value), separator);
    } catch {
      // An id may begin with a bracket.
    }
  return value
    .split(separator ?? /[;|\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function stateIn(value: unknown): SemanticTest["user_state"] | undefined {
  if (value === undefined || value === null || value === "") return {};
  try {
    const { data } = stateSchema.safeParse(typeof value === "string" ? JSON.parse(value) : value);
    return data;
  } catch {
    return undefined;
  }
}
