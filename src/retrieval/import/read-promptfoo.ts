/**
 * promptfoo configs. A test says what must be retrieved by its variable `context`: a file, a text, or a list of them.
 * Assertions about the answer have no equivalent here; each kind is named once.
 */
import { guidePage } from "../../kernel/errors/index.ts";
import { createHash } from "node:crypto";
import { basename, dirname, extname, relative } from "node:path";
import { fileInfo, readLines, resolveInside } from "../../kernel/store/index.ts";
import { readDataFile } from "../data-file.ts";
import { newTest, type ImportedDocument, type ImportedTest, type Report, type Source } from "./imported.ts";
import { badRows, csvRows, excerpt, jsonRows } from "./read-rows.ts";

const REMEDY = `${guidePage("import.md")} says what is read from promptfoo configs.`;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** A test as promptfoo has it, and the line of each of its parts. */
type Case = { at: string; lineOf(path: readonly PropertyKey[]): string; test: Fields };

export function promptfooSource(path: string): Source {
  const folder = dirname(path);
  const read = (report: Report) => cases(path, report);
  return {
    *tests(report) {
      const { all, defaults } = read(report);
      let number = 0;
      for (const one of all) {
        number += 1;
        yield* testsOf(one, { defaults, number, folder, report });
      }
    },
    *documents(report) {
      const { all, defaults } = read(quiet);
      const seen = new Set<string>();
      for (const { lineOf, test } of all)
        for (const context of contextsOf({ ...varsOf(defaults), ...varsOf(test) })) {
          const found = documentOf(context, { at: lineOf(["vars", "context"]), folder });
          if (typeof found === "string") report.problem(lineOf(["vars", "context"]), found);
          else if (!seen.has(found.id)) {
            seen.add(found.id);
            yield found;
          }
        }
    },
  };
}

/** What was said about the tests is not said again about the documents. */
const quiet: Report = { note: () => {}, problem: () => {} };

function cases(path: string, report: Report): { all: Iterable<Case>; defaults: Fields } {
  const { value, lineOf } = readDataFile(path, { remedy: REMEDY });
  if (
    !isFields(value) ||
    !("tests" in value || "scenarios" in value || "prompts" in value || "redteam" in value)
  )
    throw badRows(`${path}:1`, "not a promptfoo config: it has none of prompts, tests, scenarios");
  const place = (at: readonly PropertyKey[]) => `${path}:${lineOf(at)}`;
  if (value["scenarios"] !== undefined) report.note("scenarios are not read", place(["scenarios"]));
  if (value["redteam"] !== undefined)
    report.note("redteam plugins say nothing about retrieval", place(["redteam"]));
  const defaults = isFields(value["defaultTest"]) ? value["defaultTest"] : {};
  const inline = Array.isArray(value["tests"]);
  const all = function* (): Generator<Case> {
    for (const [index, test] of listOf(value["tests"]).entries()) {
      const own = inline ? ["tests", index] : ["tests"];
      if (typeof test === "string") yield* casesIn(test, { at: place(own), folder: dirname(path), report });
      else if (isFields(test)) yield { at: place(own), lineOf: (more) => place([...own, ...more]), test };
      else report.problem(place(own), "expected a test, or the name of a file with tests");
    }
  };
  for (const [index, assertion] of listOf(defaults["assert"]).entries())
    noteAssertion(assertion, place(["defaultTest", "assert", index]), report);
  return { all: all(), defaults };
}

/** Tests in a file of their own, in the folder of the config. */
function* casesIn(
  name: string,
  { at, folder, report }: { at: string; folder: string; report: Report },
): Generator<Case> {
  const file = name.replace(/^file:\/\//, "");
  const kind = extname(file).toLowerCase();
  if (/[*?{[]|^\w+:\/\//.test(file) || ![".yaml", ".yml", ".json", ".jsonl", ".csv"].includes(kind))
    return report.note(
      `tests from ${excerpt(name)} are not read (only .yaml, .json, .jsonl and .csv files)`,
      at,
    );
  const path = insideOf(folder, file);
  if (path === undefined) return report.problem(at, `${excerpt(file)} ${LEADS_OUT}`);
  const shown = relative(".", path);
  if (fileInfo(path)?.kind !== "file") return report.problem(at, `${shown} does not exist`);
  if (kind === ".csv")
    for (const { at: row, row: vars } of csvRows(path, { report }))
      yield { at: row, lineOf: () => row, test: { vars } };
  else if (kind === ".jsonl")
    for (const { at: row, row: test } of jsonRows(path, report)) yield { at: row, lineOf: () => row, test };
  else {
    const { value, lineOf } = readDataFile(path, { remedy: REMEDY });
    for (const [index, test] of listOf(value).entries())
      if (isFields(test))
        yield {
          at: `${shown}:${lineOf([index])}`,
          lineOf: (more) => `${shown}:${lineOf([index, ...more])}`,
          test,
        };
  }
}

const varsOf = (test: Fields): Fields => (isFields(test["vars"]) ? test["vars"] : {});

const QUESTION = ["query", "question", "input", "message", "prompt", "user_input", "user_query", "text"];

function* testsOf(
  { at, lineOf, test }: Case,
  { defaults, number, folder, report }: { defaults: Fields; number: number; folder: string; report: Report },
): Generator<ImportedTest> {
  const vars = { ...varsOf(defaults), ...varsOf(test) };
  for (const [index, assertion] of listOf(test["assert"]).entries())
    noteAssertion(assertion, lineOf(["assert", index]), report, vars);
  const name = QUESTION.find((one) => vars[one] !== undefined);
  const contexts = contextsOf(vars);
  if (name === undefined)
    return report.note(`tests without a question (one of ${QUESTION.join(", ")}): left out`, at);
  if (contexts.length === 0)
    return report.note("tests without a context say nothing about what must be retrieved: left out", at);
  const expected = contexts.map((context) => documentOf(context, { at, folder }));
  // What cannot be read is reported with the documents.
  const ids = expected.flatMap((found) => (typeof found === "string" ? [] : [found.id]));
  // promptfoo runs a test for each value of a list.
  const questions = listOf(vars[name]);
  for (const [index, question] of questions.entries()) {
    if (typeof question !== "string" || question === "")
      report.problem(lineOf(["vars", name]), `${name}: expected text`);
    else
      yield newTest(at, questions.length === 1 ? String(number) : `${number}.${index + 1}`, {
        prompt: question,
        ...(typeof test["description"] === "string" && { name: test["description"] }),
        expected_primary: [...new Set(ids)],
      });
  }
}

const contextsOf = (vars: Fields): string[] =>
  listOf(vars["context"]).filter((one): one is string => typeof one === "string" && one.trim() !== "");

/** The document that a context names or is; or why it cannot be read. */
function documentOf(
  context: string,
  { at, folder }: { at: string; folder: string },
): ImportedDocument | string {
  if (!context.startsWith("file://")) {
    const hash = createHash("sha256").update(context).digest("hex").slice(0, 12);
    return { at, id: `context-${hash}`, title: firstLine(context), text: context };
  }
  const name = context.slice("file://".length);
  const path = insideOf(folder, name);
  if (path === undefined) return `${excerpt(name)} ${LEADS_OUT}`;
  if (fileInfo(path)?.kind !== "file") return `${excerpt(name)} does not exist`;
  const text = [...readLines(path)].join("\n");
  return { at, id: name, title: firstLine(text) || basename(name), text };
}

const LEADS_OUT = "is outside the config's folder";

function insideOf(folder: string, name: string): string | undefined {
  try {
    return resolveInside(folder, name);
  } catch {
    return undefined;
  }
}

const firstLine = (text: string): string =>
  (text.split("\n").find((line) => line.trim() !== "") ?? "")
    .replace(/^#+\s*/, "")
    .trim()
    .slice(0, 120);

/** They say that the context holds what the question needs: the context is what must be retrieved. */
const ABOUT_CONTEXT = new Set(["context-recall", "context-relevance"]);
/** They judge an answer. `check --answers` does so for every test, whatever a config asserts. */
const ABOUT_ANSWER = new Set(["context-faithfulness", "answer-relevance"]);

function noteAssertion(assertion: unknown, at: string, report: Report, vars?: Fields): void {
  if (!isFields(assertion)) return report.note("assertions in short form are not read", at);
  if (assertion["$ref"] !== undefined) return report.note("assertion templates ($ref) are not read", at);
  if (assertion["type"] === "assert-set")
    return listOf(assertion["assert"]).forEach((one) => noteAssertion(one, at, report, vars));
  const type = String(assertion["type"]);
  const plain = type.replace(/^not-/, "");
  if (ABOUT_CONTEXT.has(plain)) {
    if (vars && contextsOf(vars).length === 0)
      report.note(`${type} without the variable context names no document to retrieve: left out`, at);
  } else if (ABOUT_ANSWER.has(plain))
    report.note(
      `${type} is about the answer, which \`rehearse check --answers\` reads for every test: left out`,
      at,
    );
  else report.note(`${type} is about the output, not about what was retrieved: left out`, at);
}
