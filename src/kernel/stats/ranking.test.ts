import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ndcgAt, recallAt, reciprocalRank } from "./index.ts";

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  ndcg: { gains_in_rank_order: number[]; all_judged_gains: number[] } & Record<string, number>;
  binary_ir: { rels: number[]; R: number } & Record<string, number>;
};

test.each([3, 6, 10])("nDCG@%i of graded judgements", (k) => {
  const { gains_in_rank_order: ranked, all_judged_gains: judged } = vectors.ndcg;
  // Documents that were not retrieved are judged too: the ideal uses all.
  const left = [...judged];
  for (const gain of ranked) left.splice(left.indexOf(gain), 1);
  const gains = new Map([...ranked, ...left].map((gain, index) => [`d${index}`, gain]));
  expect(
    ndcgAt(
      k,
      ranked.map((_, index) => `d${index}`),
      gains,
    ),
  ).toBeCloseTo(vectors.ndcg[`linear@${k}`]!, 12);
});

test("recall and rank of binary judgements", () => {
  const { rels, R } = vectors.binary_ir;
  const ranked = rels.map((_, index) => `d${index}`);
  const unseen = R - rels.reduce((sum, rel) => sum + rel, 0);
  const gains = new Map([
    ...rels.map((rel, index): [string, number] => [`d${index}`, rel]),
    ...Array.from({ length: unseen }, (_, index): [string, number] => [`unseen${index}`, 1]),
  ]);
  expect(reciprocalRank(ranked, gains)).toBeCloseTo(vectors.binary_ir["RR"]!, 12);
  for (const k of [5, 10]) {
    expect(recallAt(k, ranked, gains)).toBeCloseTo(vectors.binary_ir[`recall@${k}`]!, 12);
  }
  expect(ndcgAt(5, ranked, gains)).toBeCloseTo(vectors.binary_ir["ndcg@5"]!, 12);
});

test("without anything relevant there is nothing to measure", () => {
  const none = new Map([["a", 0]]);
  expect([recallAt(5, ["a"], none), reciprocalRank(["a"], none), ndcgAt(5, ["a"], none)]).toEqual([
    null,
    null,
    null,
  ]);
});
