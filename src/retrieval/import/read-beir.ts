/** BEIR: corpus.jsonl, queries.jsonl and judgements in qrels/SPLIT.tsv. */
import { join } from "node:path";
import type { SemanticTest } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { exists, namesIn, readText } from "../../kernel/store/index.ts";
import { jsonRows, type ImportedDocument, type ImportedTest, type Report, type Source } from "./rows.ts";

export const isBeir = (path: string): boolean => exists(join(path, "queries.jsonl"));

export function readBeir(
  dir: string,
  { split = "test" }: { split?: string | undefined },
  report: Report,
): Source {
  const qrels = qrelsFile(dir, split);
  const corpus = join(dir, "corpus.jsonl");
  const judged = readJudgements(qrels, report);
  const queries = jsonRows(join(dir, "queries.jsonl"), report).flatMap(({ at, row }) => {
    const { text } = row;
    const id = idIn(row["_id"], { at, report });
    if (id !== undefined && typeof text === "string" && text !== "") return [{ at, id, prompt: text }];
    if (id !== undefined) report.problem(at, "text: missing (expected text)");
    return [];
  });
  const known = queries.filter(({ id }) => judged.has(id));
  const unjudged = queries.length - known.length;
  if (unjudged > 0) report.note(`${unjudged} queries have no judgement in ${qrels}: left out`);
  return {
    tests: known.map(({ at, id, prompt }): ImportedTest => ({
      at,
      queryId: id,
      fields: { prompt, ...expectedOf([...judged.get(id)!]) },
    })),
    documents: exists(corpus) ? readCorpus(corpus, report) : undefined,
  };
}

const readCorpus = (path: string, report: Report): ImportedDocument[] =>
  jsonRows(path, report).flatMap(({ at, row }) => {
    const id = idIn(row["_id"], { at, report });
    const { title = "", text = "" } = row;
    if (typeof text !== "string") report.problem(at, "text: expected text");
    else if (id !== undefined) return [{ at, id, title: typeof title === "string" ? title : "", text }];
    return [];
  });

/** Some exports write numbers. */
function idIn(value: unknown, { at, report }: { at: string; report: Report }): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value !== "") return value;
  report.problem(at, "_id: missing (expected text)");
  return undefined;
}

function qrelsFile(dir: string, split: string): string {
  const usual = join(dir, "qrels", `${split}.tsv`);
  if (exists(usual)) return usual;
  const others = namesIn(join(dir, "qrels")).filter((name) => name.endsWith(".tsv"));
  throw new HarnessError({
    code: "not-found",
    option: "split",
    message: `${dir} has no judgements: ${usual} does not exist.`,
    remedy:
      others.length > 0
        ? `Name another split: ${others.map((name) => optionText("split", name.slice(0, -".tsv".length))).join(", ")}.`
        : "A BEIR folder has corpus.jsonl, queries.jsonl and qrels/test.tsv.",
  });
}

/** Query → documents and grades; the last grade of a document counts. The first line may be names. */
function readJudgements(path: string, report: Report): Map<string, Map<string, number>> {
  const judged = new Map<string, Map<string, number>>();
  readText(path)
    .split(/\r?\n/)
    .forEach((line, index) => {
      const [query = "", document = "", score = ""] = line.split("\t");
      if (line.trim() === "" || (index === 0 && query.endsWith("query-id"))) return;
      if (query === "" || document === "" || score.trim() === "" || Number.isNaN(Number(score)))
        report.problem(
          `${path}:${index + 1}`,
          "expected query-id, corpus-id and a number as score, between tabs",
        );
      else judged.set(query, (judged.get(query) ?? new Map<string, number>()).set(document, Number(score)));
    });
  return judged;
}

/**
 * The highest grade of a query is primary; lower grades above 0 are secondary.
 * Grades of 0 and below are not errors of a system that retrieves them, so they forbid nothing.
 */
function expectedOf(
  judged: ReadonlyArray<[id: string, grade: number]>,
): Pick<SemanticTest, "expected_primary" | "expected_secondary" | "primary_needed" | "grades"> {
  const relevant = judged.filter(([, grade]) => grade > 0);
  const best = Math.max(...relevant.map(([, grade]) => grade));
  const primary = relevant.filter(([, grade]) => grade === best).map(([id]) => id);
  return {
    expected_primary: primary,
    // Each of them answers the query. The ranking metrics tell how many were found.
    primary_needed: primary.length > 0 ? 1 : undefined,
    expected_secondary: relevant.filter(([, grade]) => grade < best).map(([id]) => id),
    // Equal grades are what primaries are worth anyway.
    grades: new Set(relevant.map(([, grade]) => grade)).size > 1 ? relevant : undefined,
  };
}
