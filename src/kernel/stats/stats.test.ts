import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ndcgAt, recallAt, reciprocalRank, signFlip } from "./index.ts";

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  ndcg: { gains_in_rank_order: number[]; all_judged_gains: number[] } & Record<string, number>;
  binary_ir: { rels: number[]; R: number } & Record<string, number>;
  paired: {
    A: number[];
    B: number[];
    mean_diff_B_minus_A: number;
    signflip_exact: { total: number; p: number };
  };
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

test("sign flips: enumerates all for ten pairs", () => {
  const { A, B, mean_diff_B_minus_A, signflip_exact } = vectors.paired;
  const { p, exact, flips, meanDifference } = signFlip(B.map((b, index) => b - A[index]!));
  expect({ p, exact, flips }).toEqual({ p: signflip_exact.p, exact: true, flips: signflip_exact.total });
  expect(meanDifference).toBeCloseTo(mean_diff_B_minus_A, 12);
});

test("sign flips: five pairs give no verdict, ties do not count, many pairs are sampled", () => {
  expect(signFlip([1, 1, 1, 1, 1]).p).toBeNull();
  expect(signFlip([0, 0, 0, 1, 1, 1, 1, 1]).p).toBeNull();
  expect(signFlip([0, 1, 1, 1, 1, 1, 1]).p).toBe(2 / 64);
  const many = signFlip(Array.from({ length: 40 }, () => 1));
  expect(many).toMatchObject({ exact: false, flips: 20_000 });
  expect(many.p).toBeLessThan(0.001);
  const mixed = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  expect(signFlip(mixed).p).toBe(1);
  expect(signFlip([...mixed, 3, 2, 1, 1])).toEqual(signFlip([...mixed, 3, 2, 1, 1]));
});

test.each([
  [14, 6],
  [21, 7],
  [60, 40],
])("sampled flips of %i ones against %i come close to all of them", (ups, downs) => {
  // Of ones, the share is the binomial's.
  const exact = twiceTheTail(downs, ups + downs);
  const { p, exact: every } = signFlip(
    Array.from({ length: ups + downs }, (_, index) => (index < ups ? 1 : -1)),
  );
  expect(every).toBe(false);
  expect(Math.abs(p! - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 20_000));
});

/** Twice the chance of at most so many heads in so many fair throws. */
function twiceTheTail(heads: number, throws: number): number {
  let [ways, sum] = [1, 1];
  for (let count = 1; count <= heads; count += 1) {
    ways *= (throws - count + 1) / count;
    sum += ways;
  }
  return 2 * (sum / 2 ** throws);
}
