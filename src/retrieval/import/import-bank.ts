/** Turns the data of other tools into a bank and, if it has a corpus, a knowledge base. */
import { createHash } from "node:crypto";
import { basename, extname, join } from "node:path";
import {
  semanticTest,
  type ExpectedItem,
  type ImportedBank,
  type ImportFormat,
  type KbEntity,
  type SemanticTest,
} from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { counted, shortList } from "../../kernel/report/index.ts";
import {
  issueText,
  exists,
  fileInfo,
  fileNotFound,
  makeFolder,
  toName,
  writeFileSafely,
} from "../../kernel/store/index.ts";
import { banksIn, loadBanks, testsOf } from "../banks.ts";
import { badFile } from "../data-file.ts";
import { entityOf } from "../kb.ts";
import { modules } from "../mechanisms/index.ts";
import { isBeir, readBeir } from "./read-beir.ts";
import { readTable } from "./read-table.ts";
import type { ImportedDocument, ImportedTest, Report } from "./rows.ts";

type ImportRequest = {
  /** A file, or a BEIR folder. */
  path: string;
  /** The bank's name, of any characters. Default: the name of the file or folder. */
  name?: string | undefined;
  /** The workspace that gets `test_banks` and `kb`. */
  out: string;
  split?: string | undefined;
  columns?: readonly string[] | undefined;
};

/** Nothing is written unless everything can be read. */
export async function importBank(request: ImportRequest): Promise<ImportedBank> {
  const { path, out } = request;
  if (!exists(path)) throw fileNotFound(path, { remedy: "Name the file to import." }).about("path");
  const format = formatOf(path);
  const report = createReport();
  const source =
    format === "beir"
      ? readBeir(path, request, report)
      : readTable(path, { format, columns: request.columns ?? [] }, report);
  const name = request.name ?? basename(path, extname(path));
  const bankFile = join(out, "test_banks", "semantic", `${toName(name)}.json`);
  const kbFile = join(out, "kb", `${toName(name)}.jsonl`);
  const files = [bankFile, ...(source.documents ? [kbFile] : [])];
  const taken = files.find(exists);
  if (taken !== undefined)
    throw new HarnessError({
      code: "file-exists",
      message: `${taken} already exists.`,
      remedy: `Delete it, or choose another ${optionText("name")} or ${optionText("out")}.`,
    });

  const entities = source.documents && entitiesOf(source.documents, report);
  const others = testsIn(join(out, "test_banks"));
  const isTaken = source.tests.some(({ queryId }) => others.has(testIdOf(queryId)));
  const prefix = isTaken ? `${toName(name)}-` : "";
  if (isTaken) report.note(`another bank has tests with these ids: here they begin with ${prefix}`);
  const tests = testsFrom(source.tests, {
    prefix,
    corpus: entities && new Set(entities.map(({ entity_id }) => entity_id)),
    others,
    report,
  });
  report.throwIfAnyProblem(path);
  if (tests.length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: [`${path} has nothing to import.`, ...report.notes().map((note) => `  ${note}`)].join("\n"),
      remedy:
        "A bank needs questions, and what must be retrieved for each. docs/guide/retrieval.md shows every format.",
    });

  makeFolder(join(out, "test_banks", "semantic"));
  if (entities) {
    makeFolder(join(out, "kb"));
    await writeFileSafely(kbFile, lines(entities, "\n"));
  }
  const { version } = modules.semantic.bank;
  const head = { bank_type: "SEMANTIC", version, name, description: `Imported from ${basename(path)}` };
  await writeFileSafely(
    bankFile,
    (function* () {
      yield `${JSON.stringify(head).slice(0, -1)},"tests":[\n`;
      yield* lines(tests, ",\n", "\n");
      yield "]}\n";
    })(),
  );
  return {
    format,
    name,
    tests: tests.length,
    documents: entities?.length ?? 0,
    files,
    notes: report.notes(),
  };
}

/** A large corpus is more than one string can hold. */
function* lines(items: readonly object[], end: string, lastEnd = end): Generator<string> {
  for (const [index, item] of items.entries())
    yield `${JSON.stringify(item)}${index === items.length - 1 ? lastEnd : end}`;
}

function formatOf(path: string): ImportFormat {
  const isFolder = fileInfo(path)?.kind === "folder";
  if (isFolder && isBeir(path)) return "beir";
  if (!isFolder && /\.csv$/i.test(path)) return "csv";
  if (!isFolder && /\.(jsonl|ndjson)$/i.test(path)) return "jsonl";
  const why = isFolder ? "it has no queries.jsonl (BEIR)" : "its name ends in neither .csv nor .jsonl";
  throw new HarnessError({
    code: "bad-file",
    message: `${path} cannot be imported: ${why}.`,
    remedy: "Name a .csv or .jsonl file, or a BEIR folder.",
  });
}

/** The ids that the new tests must not repeat, each with its place. */
function testsIn(dir: string): Map<string, string> {
  if (!exists(dir) || !banksIn(dir).includes("semantic")) return new Map();
  const tests = testsOf(loadBanks(dir, { which: ["semantic"] }), "semantic");
  return new Map(tests.map(({ test_id }) => [test_id, `in ${join(dir, "semantic")}`]));
}

function entitiesOf(documents: readonly ImportedDocument[], report: Report): KbEntity[] {
  const ids = new Set<string>();
  return documents.flatMap(({ at, id, title, text }) => {
    const content = text.trim() || title.trim() || id;
    if (ids.has(id)) report.problem(at, `the id ${JSON.stringify(id)} occurs twice`);
    ids.add(id);
    if (content === id) report.note("documents without a text: imported with their id as text", at);
    const read = entityOf({ entity_id: id, title: title.trim() || id, content });
    if ("entity" in read) return [read.entity];
    for (const problem of read.problems) report.problem(at, problem);
    return [];
  });
}

function testsFrom(
  imported: readonly ImportedTest[],
  {
    prefix,
    corpus,
    others,
    report,
  }: {
    /** Before every test id, so that banks with the same query ids can be side by side. */
    prefix: string;
    /** The documents that a test can expect; undefined: any. */
    corpus: ReadonlySet<string> | undefined;
    others: ReadonlyMap<string, string>;
    report: Report;
  },
): SemanticTest[] {
  const places = new Map(others);
  /** Expected documents that do not exist: often a typing error that would weaken its test. */
  const lost: string[] = [];
  const tests = imported.flatMap(({ at, queryId, fields }) => {
    const there = (items: readonly ExpectedItem[] = []) =>
      items.filter((id) => {
        if (typeof id !== "string") return true;
        const isThere = corpus === undefined || corpus.has(id);
        if (!isThere) lost.push(`${JSON.stringify(id)} (${at})`);
        return isThere;
      });
    const test_id = testIdOf(`${prefix}${queryId}`);
    const { data, error } = semanticTest.safeParse({
      ...fields,
      test_id,
      // An id that files cannot have is shown as the name.
      name: fields.name ?? (test_id === queryId ? undefined : queryId),
      expected_primary: there(fields.expected_primary),
      expected_secondary: there(fields.expected_secondary),
      not_expected: there(fields.not_expected),
      grades: fields.grades?.filter(([id]) => corpus === undefined || corpus.has(id)),
    });
    for (const issue of error?.issues ?? [])
      report.problem(at, `${issue.path.join(".")}: ${issueText(issue)}`);
    if (!data) return [];
    const twin = places.get(test_id);
    const expected = [data.expected_primary, data.expected_secondary, data.not_expected].flat();
    if (expected.length === 0 && data.gold_answer === undefined) {
      report.note(
        twin === undefined
          ? "a question without anything to retrieve is left out"
          : `the id ${JSON.stringify(queryId)} is taken (${twin}), and nothing is to be retrieved: left out`,
        at,
      );
      return [];
    }
    for (const problem of modules.semantic.problems(data, { kb: undefined })) report.problem(at, problem);
    if (twin !== undefined) report.problem(at, `the id ${JSON.stringify(queryId)} is taken (${twin})`);
    places.set(test_id, at);
    return [data];
  });
  if (lost.length > 0)
    report.note(
      `${counted(lost.length, "expected document is", "expected documents are")} not in ` +
        `the corpus and left out: ${shortList(lost)}`,
    );
  return tests;
}

const TEST_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

/** A query id as a test id: itself if it can be one, otherwise its readable part and a hash. */
function testIdOf(id: string): string {
  if (TEST_ID.test(id)) return id;
  const readable = id.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  const hash = createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex").slice(0, 12);
  return `${readable.slice(0, 80) || "query"}-${hash}`;
}

function createReport() {
  const problems: string[] = [];
  const found = new Map<string, { count: number; at: string | undefined }>();
  return {
    note(text: string, at?: string): void {
      const { count, at: first } = found.get(text) ?? { count: 0, at };
      found.set(text, { count: count + 1, at: first });
    },
    problem(at: string, text: string): void {
      problems.push(`${at}: ${text}`);
    },
    notes: (): string[] =>
      [...found].map(([text, { count, at }]) => {
        const times = count > 1 ? ` (${count} times)` : "";
        return at === undefined ? `${text}.` : `${at}: ${text}${times}.`;
      }),
    throwIfAnyProblem(path: string): void {
      if (problems.length > 0)
        throw badFile(
          `Nothing was written: ${path}`,
          problems,
          "docs/guide/retrieval.md describes every format.",
        );
    },
  };
}
