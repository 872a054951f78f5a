/** CSV and JSON Lines: one test per row, columns by their usual names or as mapped. */
import { userState, type ExpectedItem, type SemanticTest } from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { csvRows, excerpt, jsonRows, type ImportedTest, type Report, type Source } from "./rows.ts";

/** Our fields, with the column names that other tools use for them, without a plural. */
const columns = {
  id: ["id", "_id", "test_id", "query_id", "qid", "question_id"],
  prompt: ["prompt", "query", "question", "message", "input", "user_input", "text"],
  primary: (
    "expected_primary primary expected expected_id relevant relevant_id gold " +
    "document document_id doc_id reference_context_id"
  ).split(" "),
  secondary: ["expected_secondary", "secondary", "acceptable"],
  not_expected: ["not_expected", "forbidden", "negative", "hard_negative"],
  topics: ["topic", "tag"],
  category: ["category"],
  quote: ["quote", "gold_passage", "gold_context", "reference_context", "passage", "context"],
  gold_answer:
    "gold_answer ground_truth reference reference_answer expected_answer expected_output answer".split(" "),
  primary_needed: ["primary_needed", "needed"],
  name: ["name", "title"],
  user_state: ["user_state", "state"],
} as const satisfies Record<string, readonly string[]>;

type TableField = keyof typeof columns;
export const tableFields = Object.keys(columns) as TableField[];

type Mapping = Partial<Record<TableField, string>>;

/** `prompt=Question` pairs from the command line. A field may go by any of its usual names: `expected=Documents`. */
function mappingOf(pairs: readonly string[]): Mapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, given = "", column] = /^([^=]*)=(.+)$/s.exec(pair) ?? [];
      const field = tableFields.find((name) => name === given || isUsual(name, given));
      if (column !== undefined && field !== undefined) return [field, column];
      throw new HarnessError({
        code: "bad-value",
        option: "column",
        message: `${optionText("column", pair)} is not a column.`,
        remedy: `Write FIELD=COLUMN, where FIELD is one of ${tableFields.join(", ")}: ${optionText("column", "prompt=Question")}.`,
      });
    }),
  );
}

const isUsual = (field: TableField, name: string): boolean =>
  (columns[field] as readonly string[]).includes(plainName(name));

const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")
    .replace(/s$/, "");

export function readTable(
  path: string,
  { format, columns: pairs }: { format: "csv" | "jsonl"; columns: readonly string[] },
  report: Report,
): Source {
  const mapping = mappingOf(pairs);
  const rows = format === "csv" ? csvRows(path) : jsonRows(path, report);
  if (rows.length === 0) {
    report.note(`${path} has no rows`);
    return { tests: [] };
  }
  const names = [...new Set(rows.flatMap(({ row }) => Object.keys(row)))];
  const used = columnsOf(names, { mapping, path });
  const answer = names.find((name) => plainName(name) === "answer");
  const isOwn = answer !== undefined && used.gold_answer !== answer;
  if (isOwn && mapping.quote === undefined && /^contexts?$/i.test(used.quote ?? "")) {
    report.note(
      `${quoted([used.quote!])} left out: beside ${quoted([answer])} it is what a system ` +
        "retrieved. If it holds gold passages, map it to the field quote",
    );
    delete used.quote;
  }
  const unused = names.filter((name) => !Object.values(used).includes(name));
  if (unused.length > 0) report.note(`Columns that are not used: ${quoted(unused)}`);
  return {
    tests: rows.flatMap(({ at, row }, index): ImportedTest[] => {
      const { queryId = String(index + 1), prompt, ...fields } = fieldsOf(row, used, { at, report });
      if (prompt !== undefined) return [{ at, queryId, fields: { prompt, ...fields } }];
      report.problem(at, `${used.prompt}: missing (expected text)`);
      return [];
    }),
  };
}

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(", ");

/** As mapped, or by a usual name. */
function columnsOf(names: readonly string[], { mapping, path }: { mapping: Mapping; path: string }): Mapping {
  const used: Mapping = {};
  for (const field of tableFields) {
    const mapped = mapping[field];
    // The first known name counts: `ground_truth` before `answer`, which may be a system's.
    const wanted: readonly string[] = mapped === undefined ? columns[field] : [plainName(mapped)];
    const name = wanted.flatMap((one) => names.find((each) => plainName(each) === one) ?? [])[0];
    if (name !== undefined) used[field] = name;
    else if (mapped !== undefined)
      throw noColumn(`no column ${JSON.stringify(mapped)}`, { field, names, path, asked: mapped });
  }
  if (used.prompt === undefined)
    throw noColumn("no column with the question", { field: "prompt", names, path });
  if ((["primary", "secondary", "quote", "gold_answer"] as const).every((field) => used[field] === undefined))
    throw noColumn("no column with what must be retrieved or answered", { field: "primary", names, path });
  return used;
}

const noColumn = (
  problem: string,
  {
    field,
    names,
    path,
    asked = field,
  }: { field: TableField; names: readonly string[]; path: string; asked?: string },
) =>
  new HarnessError({
    code: "bad-file",
    message: `${path}: ${problem}. Columns: ${quoted(names)}. ${suggestion(asked, names)}`.trimEnd(),
    remedy: `Name it: ${optionText("column", `${field}=COLUMN`)}. Known names: ${columns[field].join(", ")}.`,
  });

function fieldsOf(
  row: Record<string, unknown>,
  used: Mapping,
  { at, report }: { at: string; report: Report },
): Partial<SemanticTest> & { queryId?: string | undefined } {
  const value = (field: TableField): unknown => {
    const found = used[field] === undefined ? undefined : row[used[field]];
    return found === null || found === "" ? undefined : found;
  };
  const text = (field: TableField): string | undefined => {
    const found = value(field);
    return found === undefined || typeof found === "string" ? found : JSON.stringify(found);
  };
  const list = (field: TableField): string[] => {
    const cell = value(field);
    if (typeof cell === "string" && /^[^[].*,/s.test(cell))
      report.note(`warning: ${used[field]}: ids are separated by ; or |, so this is one id`, at);
    const ids = listIn(cell);
    if (!ids) report.problem(at, `${used[field]}: expected ids, not ${excerpt(JSON.stringify(cell))}`);
    return [...new Set(ids)];
  };
  const quotes = quotesIn(value("quote"));
  if (!quotes)
    report.problem(at, `${used.quote}: expected passages, not ${excerpt(JSON.stringify(value("quote")))}`);
  const ids = list("primary");
  if (quotes && quotes.length > 0 && ids.length > 1 && ids.length !== quotes.length)
    report.note(`${used.quote}: passages and ids differ in number, so the passages name no id`, at);
  const needed = value("primary_needed");
  const goldAnswer = value("gold_answer");
  const state = value("user_state") ?? {};
  const { data: user_state } = userState.safeParse(typeof state === "string" ? parsed(state) : state);
  if (!user_state) report.problem(at, `${used.user_state}: expected a JSON object of plain values`);
  return {
    queryId: text("id"),
    prompt: text("prompt"),
    name: text("name"),
    category: text("category"),
    topics: list("topics"),
    expected_primary: quotes && quotes.length > 0 ? passagesFrom(ids, quotes) : ids,
    primary_needed: needed === undefined ? undefined : Number(needed),
    gold_answer: Array.isArray(goldAnswer) ? goldAnswer.join("\n") : text("gold_answer"),
    expected_secondary: list("secondary"),
    not_expected: list("not_expected"),
    user_state,
  };
}

/** A passage has commas and lines, so only a list can have several. */
function quotesIn(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  if (Array.isArray(value))
    return value.every((one) => typeof one === "string")
      ? value.filter((one) => one.trim() !== "")
      : undefined;
  return typeof value === "string" ? quotesIn(writtenList(value) ?? [value]) : undefined;
}

/** Passages in place of the documents that have them: one for each, or several of one document. */
function passagesFrom(ids: readonly string[], quotes: readonly string[]): ExpectedItem[] {
  const fromOf = (index: number) =>
    ids.length === quotes.length ? ids[index] : ids.length === 1 ? ids[0] : undefined;
  return quotes.map((quote, index) => ({ quote, from: fromOf(index) }));
}

/** A list, a JSON list in a cell, or ids between separators; undefined: something else. */
function listIn(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value))
    return value.every((one) => typeof one === "string" || typeof one === "number")
      ? value.map(String).filter((one) => one !== "")
      : undefined;
  if (typeof value !== "string") return undefined;
  const written = writtenList(value);
  if (written !== undefined) return listIn(written);
  return value
    .split(/[;|\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

const STRING = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** JSON, or as Python prints a list of texts: pandas writes that. An id may begin with a bracket. */
function writtenList(text: string): unknown {
  if (!text.trimStart().startsWith("[")) return undefined;
  const json = parsed(text);
  if (json !== undefined) return json;
  const isPython = /^\[[\s,]*\]$/.test(text.trim().replaceAll(STRING, ""));
  const plainOf = (one: string) =>
    one.replaceAll(/\\(.)/gs, (_, char: string) => ({ n: "\n", t: "\t" })[char] ?? char);
  return isPython
    ? [...text.matchAll(STRING)].map(([, single, double]) => plainOf(single ?? double!))
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
