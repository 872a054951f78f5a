/** BEIR: corpus.jsonl, queries.jsonl and judgements in qrels/SPLIT.tsv. */
import { join } from "node:path";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { exists, namesIn } from "../../kernel/store/index.ts";
import {
  addJudgement,
  expectedOf,
  newTest,
  type ImportedDocument,
  type JudgementsByQuery,
  type Report,
  type Source,
} from "./imported.ts";
import { columnRows, jsonRows } from "./read-rows.ts";

export const isBeir = (path: string): boolean => exists(join(path, "queries.jsonl"));

export function beirSource(
  dir: string,
  { split = "test", primaryFrom }: { split?: string | undefined; primaryFrom?: number | undefined },
): Source {
  const qrels = qrelsFile(dir, split);
  const corpus = join(dir, "corpus.jsonl");
  return {
    *tests(report) {
      const judged = readJudgements(qrels, report);
      let unjudged = 0;
      let matched = 0;
      for (const { at, row } of jsonRows(join(dir, "queries.jsonl"), report)) {
        const id = idIn(row["_id"]);
        const { text } = row;
        if (id === undefined) report.problem(at, "_id: missing (expected text)");
        else if (typeof text !== "string" || text === "") report.problem(at, "text: missing (expected text)");
        else {
          const own = judged.get(id);
          if (own) {
            matched += 1;
            yield newTest(at, id, { prompt: text, ...expectedOf(own, primaryFrom) });
          } else unjudged += 1;
        }
      }
      if (unjudged > 0) report.note(`${unjudged} queries have no judgement in ${qrels}: left out`);
      // A query that occurs twice is reported as such.
      if (judged.size > matched)
        report.note(
          `${qrels} judges ${judged.size - matched} queries that queries.jsonl does not have: left out`,
        );
    },
    ...(exists(corpus) && { documents: (report) => beirDocuments(corpus, report) }),
  };
}

function* beirDocuments(path: string, report: Report): Generator<ImportedDocument> {
  for (const { at, row } of jsonRows(path, report)) {
    const id = idIn(row["_id"]);
    const { title = "", text = "" } = row;
    if (id === undefined) report.problem(at, "_id: missing (expected text)");
    else if (typeof text !== "string") report.problem(at, "text: expected text");
    else yield { at, id, title: typeof title === "string" ? title : "", text };
  }
}

/** Some exports write numbers. */
const idIn = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "string" && value !== "" ? value : undefined;

function qrelsFile(dir: string, split: string): string {
  const known = [
    join(dir, "qrels", `${split}.tsv`),
    join(dir, "qrels", `${split}.jsonl`),
    ...(split === "test" ? [join(dir, "qrels.tsv"), join(dir, "qrels.jsonl")] : []),
  ];
  const found = known.find(exists);
  if (found !== undefined) return found;
  const others = namesIn(join(dir, "qrels")).map((name) => name.replace(/\.(tsv|jsonl)$/, ""));
  throw new HarnessError({
    code: "not-found",
    option: "split",
    message: `${dir} has no judgements: ${known[0]} does not exist.`,
    remedy:
      others.length > 0
        ? `Name another split: ${others.map((other) => optionText("split", other)).join(", ")}.`
        : "A BEIR folder has corpus.jsonl, queries.jsonl and qrels/test.tsv.",
  });
}

/** Query → documents and grades. Columns `query-id`, `corpus-id`, `score`, with or without a first line of names. */
function readJudgements(path: string, report: Report): JudgementsByQuery {
  const judged: JudgementsByQuery = new Map();
  const add = (at: string, query: unknown, document: unknown, score: unknown): void => {
    const [queryId, id, grade] = [idIn(query), idIn(document), score === "" ? Number.NaN : Number(score)];
    if (queryId === undefined || id === undefined || Number.isNaN(grade))
      return report.problem(at, "expected query-id, corpus-id and a number as score, between tabs");
    addJudgement(judged, queryId, id, grade);
  };
  if (path.endsWith(".jsonl"))
    for (const { at, row } of jsonRows(path, report))
      add(at, row["query-id"], row["corpus-id"], row["score"]);
  else {
    let first = true;
    for (const { at, row } of columnRows(path, "\t")) {
      if (!(first && row[0] === "query-id")) add(at, row[0], row[1], row[2] ?? "");
      first = false;
    }
  }
  return judged;
}
