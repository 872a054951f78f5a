/** A real retrieval task from end to end, if its data are in the folder that `REHEARSE_DATA` names. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { CheckResults } from "../../src/contract/index.ts";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import {
  averagePrecision,
  ndcgAt,
  precisionAt,
  recallAt,
  reciprocalRank,
} from "../../src/kernel/stats/index.ts";
import { check, type CheckRequest } from "../../src/retrieval/index.ts";
import { bm25, retrieve } from "../support/retrieval/cranfield-target.ts";
import { readQrels, readRun } from "./trec-files.ts";

const folder = join(process.env["REHEARSE_DATA"] ?? "", "cranfield");
const present = process.env["REHEARSE_DATA"] !== undefined && existsSync(join(folder, "bm25.expected.json"));
if (!present)
  console.info("Cranfield is not run: REHEARSE_DATA names no folder with cranfield/bm25.expected.json.");

type Expected = Record<
  "ndcg_cut_10" | "map" | "recip_rank" | "recall_10" | "recall_100" | "P_10" | "success_1" | "success_10",
  number
>;
type Line = { _id: string; text: string; title?: string };

const lines = (name: string): Line[] =>
  readFileSync(join(folder, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const loaded = () => ({
  expected: JSON.parse(readFileSync(join(folder, "bm25.expected.json"), "utf8")) as {
    aggregate: Expected;
    per_query: Record<string, Expected>;
  },
  qrels: readQrels(join(folder, "qrels.trec")),
  queries: new Map(lines("queries.jsonl").map(({ _id, text }) => [_id, text])),
});
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test.runIf(present)("BM25's known values follow from its run and the judgements, query by query", () => {
  const { expected, qrels } = loaded();
  const run = readRun(join(folder, "bm25.top100.run"));
  const ours = Object.fromEntries(
    [...qrels].map(([query, gains]) => {
      const ranked = run.get(query) ?? [];
      const values = {
        ndcg_cut_10: ndcgAt(10, ranked, gains),
        map: averagePrecision(ranked, gains),
        recip_rank: reciprocalRank(ranked, gains),
        recall_10: recallAt(10, ranked, gains),
        recall_100: recallAt(100, ranked, gains),
        P_10: precisionAt(10, ranked, gains),
        success_1: Math.ceil(precisionAt(1, ranked, gains)),
        success_10: Math.ceil(precisionAt(10, ranked, gains)),
      };
      return [query, values];
    }),
  );
  expect(Object.keys(ours)).toHaveLength(225);
  const near = (value: number) => expect.closeTo(value, 5) as number;
  for (const [query, values] of Object.entries(expected.per_query))
    expect({ query, ...ours[query]! }).toEqual({
      query,
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, near(value)])),
    });
  for (const [name, value] of Object.entries(expected.aggregate))
    expect({ [name]: mean(Object.values(ours).map((values) => values[name as keyof Expected]!)) }).toEqual({
      [name]: near(value),
    });
});

test.runIf(present)("the module ranks as the known run does", () => {
  const { queries } = loaded();
  const run = readRun(join(folder, "bm25.top100.run"));
  for (const query of ["1", "40", "99", "225"])
    expect(
      retrieve({ message: queries.get(query)!, top_k: 10, candidates: 100 }).candidates.map(({ entity_id }) =>
        entity_id.slice("doc_".length),
      ),
    ).toEqual(run.get(query));
});

/** Runs the harness over some queries as semantic tests: every relevant document is a primary. */
async function harnessed(
  queryIds: readonly string[],
  { relevant, ...wish }: Partial<CheckRequest> & { relevant(query: string): string[] },
): Promise<NonNullable<CheckResults["semantic"]>> {
  const { queries } = loaded();
  const dir = mkdtempSync(join(tmpdir(), "cranfield-"));
  const path = join(dir, "test_banks", "semantic", "parent_test_bank.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify(
      queryIds.map((id) => ({
        test_id: `V2-CRAN-${id}`,
        prompt: queries.get(id),
        expected_primary: relevant(id).map((document) => `doc_${document}`),
      })),
    ),
  );
  const { settings } = resolveSettings({ file: { cacheDir: join(dir, "cache") } });
  const harness = createHarness({ settings, ...connect(settings, {}), cwd: dir });
  try {
    const { results } = await check(harness, {
      testBanks: join(dir, "test_banks"),
      results: join(dir, "results"),
      ...wish,
    });
    expect(results.semantic!.missing).toBe(0);
    return results.semantic!;
  } finally {
    await harness.close();
  }
}

test.runIf(present)(
  "through the module target the harness finds BM25's known recall and reciprocal rank",
  async () => {
    const { expected, qrels } = loaded();
    const sample = [...qrels.keys()].slice(0, 40);
    const relevant = (query: string) =>
      [...qrels.get(query)!].flatMap(([document, grade]) => (grade > 0 ? [document] : []));
    const { results, metrics } = await harnessed(sample, {
      relevant,
      target: fileURLToPath(new URL("../support/retrieval/cranfield-target.ts", import.meta.url)),
      topK: 10,
      candidates: 100,
    });
    for (const { test_id, metrics } of results) {
      const { recall_10, recall_100, recip_rank } = expected.per_query[test_id.slice("V2-CRAN-".length)]!;
      expect({
        test_id,
        final: metrics.final.recall,
        first: metrics.candidates.recall,
        mrr: metrics.candidates.mrr,
      }).toEqual({
        test_id,
        final: expect.closeTo(recall_10, 5),
        first: expect.closeTo(recall_100, 5),
        mrr: expect.closeTo(recip_rank, 5),
      });
    }
    const known = (name: keyof Expected) =>
      expect.closeTo(mean(sample.map((query) => expected.per_query[query]![name])), 5) as number;
    expect([metrics!.final.recall, metrics!.candidates.recall, metrics!.candidates.mrr]).toEqual([
      known("recall_10"),
      known("recall_100"),
      known("recip_rank"),
    ]);
  },
);

test.runIf(present)(
  "prints the offline models' values with BM25's on the same abstracts",
  { timeout: 60_000 },
  async () => {
    const { qrels, queries } = loaded();
    const graded = (query: string) =>
      [...qrels.get(query)!].flatMap(([document, grade]) => (grade > 0 ? [document] : []));
    const sample = [...qrels.keys()].slice(0, 12);
    // Some of what is relevant to each, among as many that are not: the sentence model takes about a tenth of a second for each.
    const wanted = new Set(sample.flatMap((query) => graded(query).slice(0, 4)));
    const all = lines("corpus.jsonl");
    const corpus = [
      ...all.filter(({ _id }) => wanted.has(_id)),
      ...all.filter(({ _id }) => !wanted.has(_id)).slice(0, wanted.size),
    ];
    const inSample = new Set(corpus.map(({ _id }) => _id));
    const relevant = (query: string) => graded(query).filter((document) => inSample.has(document));
    const kb = mkdtempSync(join(tmpdir(), "cranfield-kb-"));
    for (const { _id, title = "", text } of corpus)
      writeFileSync(
        join(kb, `${_id}.md`),
        `---\nentity_id: doc_${_id}\ntype: KNOWLEDGE\ntitle: ${JSON.stringify(title.trim() || `Abstract ${_id}`)}\nload_mode: SEMANTIC\nsummary: ${JSON.stringify(title.trim().slice(0, 300) || "An abstract.")}\n---\n${text.trim() || "None."}\n`,
      );
    const { metrics } = await harnessed(sample, {
      relevant,
      kb,
      target: "offline",
      topK: 10,
      candidates: 15,
    });
    const told = (value: number | null) => value!.toFixed(3);
    const search = bm25(new Map(corpus.map(({ _id, title = "", text }) => [_id, `${title} ${text}`])));
    const byWords = mean(
      sample.map((query) =>
        recallAt(
          15,
          search(queries.get(query)!, 15).map(({ id }) => id),
          new Map(relevant(query).map((document) => [document, 1])),
        )!,
      ),
    );
    const { candidates, final } = metrics!;
    console.info(
      `Cranfield, ${sample.length} queries over ${corpus.length} abstracts: sentence embeddings recall@15 ${told(candidates.recall)}, MRR ${told(candidates.mrr)}, nDCG@15 ${told(candidates.ndcg)}; after the lexical reranker recall@10 ${told(final.recall)}, MRR ${told(final.mrr)}, nDCG@10 ${told(final.ndcg)}; BM25 alone recall@15 ${told(byWords)}.`,
    );
    // Twice what fifteen that are drawn blindly would find.
    expect(candidates.recall).toBeGreaterThan((2 * 15) / corpus.length);
  },
);
