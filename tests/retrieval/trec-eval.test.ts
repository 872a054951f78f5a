/**
 * Our ranking metrics compared with trec_eval's reference outputs, if they are in the folder that `REHEARSE_DATA`
 * names.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ndcgAt, recallAt, reciprocalRank, type Gains } from "../../src/kernel/stats/index.ts";
import { readMeasures, readQrels, readRun } from "./trec-files.ts";

const folder = join(process.env["REHEARSE_DATA"] ?? "", "trec_eval");
const present = process.env["REHEARSE_DATA"] !== undefined && existsSync(join(folder, "out.test.aq"));
if (!present)
  console.info(
    "Ranking metrics are not compared with trec_eval: REHEARSE_DATA names no folder with trec_eval/out.test.aq.",
  );

type Measure = (ranked: readonly string[], gains: Gains) => number | null;

/** The measure of trec_eval by its name; undefined for those that we do not have. */
function measureOf(name: string): Measure | undefined {
  const [, kind = name, cut] = /^(recall|ndcg_cut|success)_(\d+)$/.exec(name) ?? [];
  const k = Number(cut);
  const measures: Record<string, Measure> = {
    recip_rank: reciprocalRank,
    recall: (ranked, gains) => recallAt(k, ranked, gains),
    ndcg_cut: (ranked, gains) => ndcgAt(k, ranked, gains),
    success: (ranked, gains) => (recallAt(k, ranked, gains) ? 1 : 0),
    ndcg: (ranked, gains) => ndcgAt(Infinity, ranked, gains),
  };
  return measures[kind];
}

/** Every value of a reference output that we can compute: how many, and those that differ in their fourth decimal. */
function compared(
  output: string,
  {
    qrels = "qrels.test",
    results = "results.test",
    level = 1,
    complete = false,
    skip = /^$/,
  }: { qrels?: string; results?: string; level?: number; complete?: boolean; skip?: RegExp } = {},
) {
  const judged = new Map(
    [...readQrels(join(folder, qrels))].map(([topic, grades]) => [
      topic,
      new Map([...grades].map(([id, grade]) => [id, grade >= level ? grade : 0])),
    ]),
  );
  const run = readRun(join(folder, results));
  // With -c all judged topics count, those without results as 0.
  const topics = [...judged.keys()].filter((topic) => complete || run.has(topic));
  const differ: string[] = [];
  let values = 0;
  for (const [name, reference] of readMeasures(join(folder, output))) {
    const measure = skip.test(name) ? undefined : measureOf(name);
    if (!measure) continue;
    const ours = new Map(
      topics.map((topic) => [topic, measure(run.get(topic) ?? [], judged.get(topic)!) ?? 0]),
    );
    ours.set("all", topics.reduce((sum, topic) => sum + ours.get(topic)!, 0) / topics.length);
    for (const [topic, value] of reference) {
      values += 1;
      if (ours.get(topic)?.toFixed(4) !== value.toFixed(4))
        differ.push(`${name} ${topic}: ${ours.get(topic)?.toFixed(4)} instead of ${value.toFixed(4)}`);
    }
  }
  return { values, differ };
}

test.runIf(present).each<[string, number, Parameters<typeof compared>[1]]>([
  ["out.test.a", 23, {}],
  ["out.test.aq", 92, {}],
  ["out.test.aqc", 92, { results: "results.trunc", complete: true }],
  // Grades below 2 do not count, except in nDCG, which is left out here.
  ["out.test.aql", 52, { qrels: "qrels.rel_level", level: 2, skip: /^ndcg/ }],
])("%s is reproduced to four decimals", (output, values, options) => {
  expect(compared(output, options)).toEqual({ values, differ: [] });
});
