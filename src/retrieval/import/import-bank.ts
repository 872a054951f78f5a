/** Turns the data of other tools into a bank and, if it has a corpus, a knowledge base. */
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  importFormat,
  kbEntity,
  semanticTest,
  type ImportedBank,
  type ImportFormat,
  type KbEntity,
} from "../../contract/index.ts";
import { HarnessError, guidePage, optionText } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import {
  exists,
  fileInfo,
  fileNotFound,
  makeFolder,
  toName,
  writeFileSafely,
} from "../../kernel/store/index.ts";
import { banksIn, loadBanks, testsOf } from "../banks.ts";
import { problemText } from "../data-file.ts";
import { loadKb } from "../kb.ts";
import { modules, TOP_K } from "../mechanisms/index.ts";
import {
  testIdOf,
  type ImportedDocument,
  type ImportedTest,
  type Place,
  type Report,
  type Source,
} from "./imported.ts";
import { beirSource, isBeir } from "./read-beir.ts";
import { promptfooSource } from "./read-promptfoo.ts";
import { mappingOf, tableSource } from "./read-table.ts";
import { trecKind, trecSource, type TopicField, type TrecFile } from "./read-trec.ts";

type ImportRequest = {
  paths: readonly string[];
  format?: ImportFormat | undefined;
  /** The bank's name, of any characters. Default: the name of the file or folder. */
  name?: string | undefined;
  /** The workspace that gets `test_banks` and `kb`. */
  out: string;
  /** Before every test id, so that banks with the same query ids can be side by side. */
  prefix?: string | undefined;
  split?: string | undefined;
  field?: TopicField | undefined;
  primaryFrom?: number | undefined;
  columns?: readonly string[];
  separator?: string | undefined;
  listSeparator?: string | undefined;
  force?: boolean;
  dryRun?: boolean;
};

/** Nothing is written unless everything can be read. */
export async function importBank(request: ImportRequest): Promise<ImportedBank> {
  const { out, force = false, dryRun = false, prefix = "" } = request;
  const { format, source, runs, from } = openSource(request);
  const name = request.name ?? nameOf(from);
  const bankFile = join(out, "test_banks", "semantic", `${toName(name)}.json`);
  const kbFile = join(out, "kb", `${toName(name)}.jsonl`);
  const files = [bankFile, ...(source.documents ? [kbFile] : [])];
  const taken = force ? undefined : files.find(exists);
  if (taken !== undefined)
    throw new HarnessError({
      code: "file-exists",
      message: `${taken} already exists.`,
      remedy: `Overwrite it with ${optionText("force")}, or choose another ${optionText("name")} or ${optionText("out")}.`,
    });

  const problems = problemList();
  const notes = noteList();
  const report: Report = { note: notes.add, problem: problems.add };
  const others = othersIn(out, { bankFile, kbFile, withDocuments: source.documents !== undefined });
  const corpus =
    source.documents && countDocuments(source.documents(report), { report, others: others.documents });
  const known = corpus ? { ids: corpus.ids, where: "the corpus" } : others.knowledge;
  let tests = 0;
  /** Expected documents that do not exist: often a typing error that would weaken its test. */
  const lost: string[] = [];
  let weakened = 0;
  let takenElsewhere = false;
  const longest = { primaries: 0, tests: 0 };
  /** Test id → line. Lines and not places: there may be many. */
  const lines = new Map<string, number>();
  for (const imported of source.tests(report)) {
    const before = lost.length;
    const onLost = (id: string) => lost.push(`${JSON.stringify(id)} (${imported.at})`);
    const test = bankTestOf(imported, { prefix, known, report, onLost });
    if (!test) continue;
    if (lost.length > before) weakened += 1;
    const id = test.test_id;
    const [file, line] = placeOf(imported.at);
    const twin = lines.has(id) ? `${file}:${lines.get(id)}` : others.tests.get(id);
    if (twin === undefined) lines.set(id, line);
    else {
      takenElsewhere ||= !lines.has(id);
      report.problem(imported.at, `the id ${JSON.stringify(imported.queryId)} is taken (${twin})`);
    }
    tests += 1;
    if (test.expected_primary.length > TOP_K) {
      longest.tests += 1;
      longest.primaries = Math.max(longest.primaries, test.expected_primary.length);
    }
  }
  problems.throwIfAny(from, { takenElsewhere });
  if (lost.length > 0)
    report.note(
      `${counted(lost.length, "expected document is", "expected documents are")} not in ${known!.where} and left out, so ${counted(weakened, "test expects", "tests expect")} less: ${lost.slice(0, NAMED).join(", ")}${lost.length > NAMED ? ", …" : ""}`,
    );
  if (tests === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: [`${from} has nothing to import.`, ...notes.lines().map((note) => `  ${note}`)].join("\n"),
      remedy: `A bank needs questions, and what must be retrieved for each. ${guidePage("import.md")} shows every format.`,
    });
  if (longest.tests > 0)
    report.note(
      `${counted(longest.tests, "test needs", "tests need")} more than ${TOP_K} primaries, at most ${longest.primaries}, and cannot pass with ${TOP_K} selected: raise retrieval.topK, or read the ranking metrics instead of the points`,
    );

  if (!dryRun) {
    const silent: Report = { note: () => {}, problem: () => {} };
    for (const folder of [
      join(out, "test_banks", "semantic"),
      ...(source.documents ? [join(out, "kb")] : []),
    ])
      makeFolder(folder);
    if (source.documents) await writeFileSafely(kbFile, entityLines(source.documents(silent)));
    await writeFileSafely(bankFile, bankPieces(source.tests(silent), { name, from, prefix, known }));
  }
  return {
    format,
    name,
    tests,
    documents: corpus?.ids.size ?? 0,
    files,
    runs,
    notes: notes.lines(),
    dry_run: dryRun,
  };
}

const placeOf = (at: Place): [file: string, line: number] => {
  const colon = at.lastIndexOf(":");
  return [at.slice(0, colon), Number(at.slice(colon + 1))];
};

/** Every promptfoo config has the same name: there, the folder says more. */
function nameOf(path: string): string {
  const name = basename(path, extname(path));
  return name === "promptfooconfig" ? basename(dirname(resolve(path))) : name;
}

function openSource(request: ImportRequest): {
  format: ImportFormat;
  source: Source;
  runs: string[];
  /** What the bank is named after. */
  from: string;
} {
  const { paths, split, field, primaryFrom, columns = [], separator, listSeparator } = request;
  const [path = ""] = paths;
  for (const one of paths)
    if (!exists(one)) throw fileNotFound(one, { remedy: "Name the files to import." }).about("paths");
  const format = request.format ?? formatOf(path);
  if (format === "trec") return trec(paths, { field, primaryFrom });
  if (paths.length > 1)
    throw new HarnessError({
      code: "bad-combination",
      message: `${format} is imported from one path, not ${paths.length}.`,
      remedy: "Call the command once for each.",
    });
  const found = { format, runs: [], from: path };
  switch (format) {
    case "beir":
      return { ...found, source: beirSource(path, { split, primaryFrom }) };
    case "promptfoo":
      return { ...found, source: promptfooSource(path) };
    default:
      return {
        ...found,
        source: tableSource(path, { format, mapping: mappingOf(columns), separator, listSeparator }),
      };
  }
}

function formatOf(path: string): ImportFormat {
  const { kind, size } = fileInfo(path) ?? {};
  if (kind === "folder") {
    if (isBeir(path)) return "beir";
    throw unknownFormat(path, "it has no queries.jsonl (BEIR)");
  }
  if (/\.csv$/i.test(path)) return "csv";
  if (/\.(jsonl|ndjson)$/i.test(path)) return "jsonl";
  if (/\.ya?ml$/i.test(path)) return "promptfoo";
  if (trecKind(path) !== undefined) return "trec";
  throw unknownFormat(path, size === 0 ? "it is empty" : "its name and its first line match no known format");
}

const unknownFormat = (path: string, why: string) =>
  new HarnessError({
    code: "bad-file",
    option: "format",
    message: `${path} cannot be imported: ${why}.`,
    remedy: `Name the format with ${optionText("format")}: ${importFormat.options.join(", ")}.`,
  });

function trec(
  paths: readonly string[],
  options: { field: TopicField | undefined; primaryFrom: number | undefined },
): ReturnType<typeof openSource> {
  const kinds = paths.map((path) => ({ path, kind: trecKind(path) }));
  const bad = kinds.find(({ kind }) => kind === undefined);
  if (bad) throw unknownFormat(bad.path, "it is neither topics, nor judgements, nor a run of TREC");
  const all = (wanted: TrecFile) => kinds.filter(({ kind }) => kind === wanted).map(({ path }) => path);
  const [[topics, ...moreTopics], [qrels, ...moreQrels]] = [all("topics"), all("qrels")];
  if (qrels === undefined || moreQrels.length + moreTopics.length > 0)
    throw new HarnessError({
      code: "bad-combination",
      message: `A TREC import needs one file of judgements and at most one of topics; given: ${kinds.map(({ path, kind }) => `${path} (${kind})`).join(", ")}.`,
      remedy: "Name them together: rehearse bank import topics.txt qrels.txt.",
    });
  return { format: "trec", source: trecSource({ topics, qrels, ...options }), runs: all("run"), from: qrels };
}

/** Ids that the new files must not repeat, and the entities of a knowledge base that is already there. */
function othersIn(
  out: string,
  { bankFile, kbFile, withDocuments }: { bankFile: string; kbFile: string; withDocuments: boolean },
) {
  const banks = join(out, "test_banks");
  const tests = new Map<string, string>();
  if (exists(banks) && banksIn(banks).includes("semantic")) {
    const loaded = loadBanks(banks, { which: ["semantic"], except: bankFile });
    for (const { test_id } of testsOf(loaded, "semantic"))
      tests.set(test_id, `in ${join(banks, "semantic")}`);
  }
  const folder = join(out, "kb");
  const ids = exists(folder)
    ? new Set(loadKb(folder, { except: kbFile, mayBeEmpty: true }).byId.keys())
    : undefined;
  return {
    tests,
    documents: ids ?? new Set<string>(),
    /** Expected entities must be in it, if it is not extended. */
    knowledge: !withDocuments && ids && ids.size > 0 ? { ids, where: folder } : undefined,
  };
}

function countDocuments(
  documents: Iterable<ImportedDocument>,
  { report, others }: { report: Report; others: ReadonlySet<string> },
) {
  const ids = new Set<string>();
  for (const document of documents) {
    if (ids.has(document.id))
      report.problem(document.at, `the id ${JSON.stringify(document.id)} occurs twice`);
    else if (others.has(document.id))
      report.problem(document.at, `the knowledge base already has the id ${JSON.stringify(document.id)}`);
    ids.add(document.id);
    if (document.text.trim() === "" && document.title.trim() === "")
      report.note("documents without a text: imported with their id as text", document.at);
    const { error } = kbEntity.safeParse(entityOf(document));
    for (const issue of error?.issues ?? [])
      report.problem(document.at, `${issue.path.join(".")}: ${problemText(issue)}`);
  }
  return { ids };
}

const SUMMARY = 300;

const entityOf = ({ id, title, text }: ImportedDocument): KbEntity => ({
  entity_id: id,
  type: "KNOWLEDGE",
  title: title.trim() || id,
  load_mode: "SEMANTIC",
  tags: [],
  summary: (text.trim() || title.trim() || id).replaceAll(/\s+/g, " ").slice(0, SUMMARY).toWellFormed(),
  content: text.trim() || title.trim() || id,
});

function* entityLines(documents: Iterable<ImportedDocument>): Generator<string> {
  for (const document of documents) yield `${JSON.stringify(entityOf(document))}\n`;
}

/** How many missing documents are named. */
const NAMED = 5;

/** The documents that a test can expect. */
type Known = { ids: ReadonlySet<string>; where: string };

/** The test as the bank has it; undefined: it expects nothing, or is not valid. */
function bankTestOf(
  { at, queryId, test }: ImportedTest,
  {
    prefix,
    known,
    report,
    onLost,
  }: { prefix: string; known: Known | undefined; report: Report; onLost?: (id: string) => void },
) {
  const there = (ids: readonly string[]) =>
    ids.filter((id) => {
      const isThere = known === undefined || known.ids.has(id);
      if (!isThere) onLost?.(id);
      return isThere;
    });
  const test_id = testIdOf(queryId, prefix);
  const { data, error } = semanticTest.safeParse({
    test_id,
    ...(test_id !== queryId && { query_id: queryId }),
    ...test,
    // An id that files cannot have is shown as the name.
    ...(test.name === "" && test_id !== `${prefix}${queryId}` && { name: queryId }),
    expected_primary: there(test.expected_primary),
    expected_secondary: there(test.expected_secondary),
    not_expected: there(test.not_expected),
    ...(test.grades && { grades: known ? test.grades.filter(([id]) => known.ids.has(id)) : test.grades }),
  });
  if (!data) {
    for (const issue of error.issues) report.problem(at, `${issue.path.join(".")}: ${problemText(issue)}`);
    return undefined;
  }
  if (data.expected_primary.length + data.expected_secondary.length + data.not_expected.length === 0) {
    report.note("questions with nothing to retrieve: left out", at);
    return undefined;
  }
  for (const problem of modules.semantic.problems(data, { kb: undefined })) report.problem(at, problem);
  return data;
}

function* bankPieces(
  tests: Iterable<ImportedTest>,
  { name, from, prefix, known }: { name: string; from: string; prefix: string; known: Known | undefined },
): Generator<string> {
  const { version } = modules.semantic.bank;
  const head = JSON.stringify({
    bank_type: "SEMANTIC",
    version,
    name,
    description: `Imported from ${basename(from)}`,
  });
  yield `${head.slice(0, -1)},"tests":[`;
  const silent: Report = { note: () => {}, problem: () => {} };
  let first = true;
  for (const imported of tests) {
    const test = bankTestOf(imported, { prefix, known, report: silent });
    if (!test) continue;
    yield `${first ? "" : ","}\n${JSON.stringify(test)}`;
    first = false;
  }
  yield "\n]}\n";
}

const SHOWN = 20;

function problemList() {
  const found: string[] = [];
  let count = 0;
  return {
    add(at: string, problem: string): void {
      count += 1;
      if (found.length < SHOWN) found.push(`${at}: ${problem}`);
    },
    throwIfAny(from: string, { takenElsewhere = false } = {}): void {
      if (count === 0) return;
      throw new HarnessError({
        code: "bad-file",
        message: [
          `${from} cannot be imported; nothing was written:`,
          ...found.map((problem) => `  ${problem}`),
          ...(count > SHOWN ? [`  and ${count - SHOWN} more`] : []),
        ].join("\n"),
        remedy: takenElsewhere
          ? `Give these tests other ids with ${optionText("prefix", "TEXT")}, such as ${optionText("prefix", "B-")}.`
          : `${guidePage("import.md")} describes every format.`,
      });
    },
  };
}

/** Each kind of note once, with its number and its first place. */
function noteList() {
  const found = new Map<string, { count: number; at: string | undefined }>();
  return {
    add(text: string, at?: string): void {
      const same = found.get(text);
      if (same) same.count += 1;
      else found.set(text, { count: 1, at });
    },
    lines: (): string[] =>
      [...found].map(([text, { count, at }]) =>
        at === undefined ? `${text}.` : `${at}: ${text}${count > 1 ? ` (${count} times)` : ""}.`,
      ),
  };
}
