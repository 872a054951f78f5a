/** CSV and JSON Lines: one test per row, columns by their usual names or as mapped. */
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
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

/** `prompt=Question` pairs from the command line. A field may go by any of its usual names: `expected=Documents`. */
export function mappingOf(pairs: readonly string[]): Mapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [given, column] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const field = tableFields.find(
        (name) => name === given || (columns[name] as readonly string[]).includes(given),
      );
      if (pair.includes("=") && column !== "" && field !== undefined) return [field, column];
      throw new HarnessError({
        code: "bad-value",
        option: "column",
        message: `${optionText("column", pair)} is not a column.`,
        remedy: `Write FIELD=COLUMN, where FIELD is one of ${tableFields.join(", ")}: ${optionText("column", "prompt=Question")}.`,
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
    format === "csv"
      ? csvRows(path, { separator: separator === "\\t" ? "\t" : separator, report })
      : jsonRows(path, report);
  return {
    *tests(report) {
      let number = 0;
      let used: Mapping | undefined;
      const unused = new Set<string>();
      for (const { at, row } of rows(report)) {
        number += 1;
        // The columns of a CSV file are the same in every row; lines of JSON may differ.
        if (!used || format === "jsonl") {
          used = columnsOf(row, mapping, { at, isWhole: format === "csv" });
          for (const name of Object.keys(row)) if (!Object.values(used).includes(name)) unused.add(name);
        }
        const test = testOf(row, used, { at, report, listSeparator });
        if (test === undefined) {
          if (number === 1 && used.prompt === undefined) throw noColumn("prompt", { at, row });
          continue;
        }
        const { queryId = String(number), ...fields } = test;
        yield newTest(at, queryId, fields);
      }
      if (number === 0) report.note(`${path} has no rows`);
      for (const [field, name] of Object.entries(used ?? {}))
        if (isGuess(field as TableField, name, mapping))
          report.note(`The column ${JSON.stringify(name)} is read as ${field}`);
      if (unused.size > 0)
        report.note(
          `Columns that are not used: ${[...unused].map((name) => JSON.stringify(name)).join(", ")}`,
        );
    },
  };
}

const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** As mapped, or by a usual name. Two fields are also found by a word of their name: "User question", "Expected documents". */
function columnsOf(
  row: Record<string, unknown>,
  mapping: Mapping,
  { at, isWhole }: { at: string; isWhole: boolean },
): Mapping {
  const names = Object.keys(row);
  const byPlainName = new Map(names.map((name) => [plainName(name), name]));
  const used: Mapping = {};
  for (const field of tableFields) {
    const mapped = mapping[field];
    if (mapped !== undefined && isWhole && !byPlainName.has(plainName(mapped)))
      throw new HarnessError({
        code: "bad-file",
        message:
          `${at}: no column ${JSON.stringify(mapped)}. ${columnList(names)}${suggestion(mapped, names)}`.trimEnd(),
        remedy: `Name one of them: ${optionText("column", `${field}=COLUMN`)}.`,
      });
    const named =
      mapped === undefined
        ? columns[field].map((name) => byPlainName.get(plainName(name))).find((name) => name !== undefined)
        : (byPlainName.get(plainName(mapped)) ?? mapped);
    if (named !== undefined) used[field] = named;
  }
  for (const field of ["prompt", "primary"] as const) {
    const free = names.length === 1 ? [] : names.filter((name) => !Object.values(used).includes(name));
    const [only, ...others] = free.filter((name) =>
      plainName(name)
        .split("_")
        .some((word) => WORDS[field].includes(word)),
    );
    if (used[field] === undefined && only !== undefined && others.length === 0) used[field] = only;
  }
  if (isWhole && used.prompt !== undefined && used.primary === undefined && used.secondary === undefined)
    throw noColumn("primary", { at, row });
  return used;
}

/** If one column alone has such a word, it is the one. */
const WORDS = {
  prompt: ["question", "query", "prompt"],
  primary: ["expected", "relevant", "gold", "doc", "docs", "document", "documents"],
} satisfies Partial<Record<TableField, readonly string[]>> as Record<"prompt" | "primary", readonly string[]>;

const isGuess = (field: TableField, name: string, mapping: Mapping): boolean =>
  mapping[field] === undefined && !columns[field].some((usual) => plainName(usual) === plainName(name));

const columnList = (names: readonly string[]): string =>
  `Columns: ${names.map((name) => JSON.stringify(name)).join(", ")}. `;

const MEANING = { prompt: "the question", primary: "what must be retrieved" };

function noColumn(
  field: keyof typeof MEANING,
  { at, row }: { at: string; row: Record<string, unknown> },
): HarnessError {
  const names = Object.keys(row);
  const [, other] = names.length === 1 ? (/([;\t|])/.exec(names[0]!) ?? []) : [];
  return new HarnessError({
    code: "bad-file",
    message:
      `${at}: no column with ${MEANING[field]}. ${columnList(names)}${suggestion(field, names)}`.trimEnd(),
    remedy:
      other === undefined
        ? `Name it: ${optionText("column", `${field}=COLUMN`)}. Known names: ${columns[field].join(", ")}.`
        : `The columns seem to have another separator: ${optionText("separator", other === "\t" ? "\\t" : other)}.`,
  });
}

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
    const cell = value(field);
    const ids = listIn(cell, listSeparator);
    if (listSeparator === undefined && typeof cell === "string" && /^[^[].*,/s.test(cell))
      report.note(
        `${used[field]}: a comma does not separate ids (use ; or |, or name "," as the list separator)`,
        at,
      );
    if (ids) return [...new Set(ids)];
    report.problem(at, `${used[field]}: expected ids, not ${excerpt(JSON.stringify(cell))}`);
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
