/** Ranking metrics of a whole bank. */
import { expect, test } from "vitest";
import {
  failing,
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { Target } from "./index.ts";

const rankingBanks = {
  ...smallBanks,
  semantic: [
    ...smallBanks.semantic!,
    { ...smallBanks.semantic![1]!, test_id: "V2-NONE", expected_primary: [], not_expected: ["gray_rock"] },
  ],
};
const NONE = { recall: null, mrr: null, ndcg: null };

test("ranking metrics of candidates are missing if the target reports none, and left out of the mean", async () => {
  const { results, metrics } = (await smallCheck(goodTarget, { banks: rankingBanks })).semantic!;
  expect(results.map((result) => result.metrics.candidates)).toEqual([
    { recall: 1, mrr: 1, ndcg: 1, k: 15 },
    { ...NONE, k: 15, missing: "not-reported" },
    { ...NONE, k: 15, missing: "nothing-expected" },
  ]);
  expect(metrics).toEqual({
    method: "at-k",
    candidates: {
      recall: 1,
      mrr: 1,
      ndcg: 1,
      k: 15,
      tests: 1,
      missing: { "not-reported": 1, "nothing-expected": 1 },
    },
    final: { recall: 1, mrr: 1, ndcg: 1, k: 6, tests: 2, missing: { "nothing-expected": 1 } },
  });
});

test("trec_eval: a test with nothing expected counts as 0, since its judgements name nothing relevant", async () => {
  const { metrics } = (await smallCheck(goodTarget, { banks: rankingBanks, metrics: "trec_eval" })).semantic!;
  expect(metrics!.final).toMatchObject({
    recall: expect.closeTo(2 / 3, 12) as number,
    mrr: expect.closeTo(2 / 3, 12) as number,
    ndcg: expect.closeTo(2 / 3, 12) as number,
    tests: 2,
    missing: { "nothing-expected": 1 },
  });
});

test("a target that reports an empty result found nothing: that is 0", async () => {
  const semantic: Target["semantic"] = async () => ({ selections: [], candidates: [] });
  const { metrics } = (await smallCheck({ ...goodTarget, semantic })).semantic!;
  expect(metrics).toMatchObject({
    candidates: { recall: 0, mrr: 0, ndcg: 0, tests: 2 },
    final: { recall: 0, mrr: 0, ndcg: 0, tests: 2 },
  });
});

test("MRR is cut at the size of the stage; trec_eval's is not, and averages over all tests", async () => {
  const late = Array.from({ length: 59 }, (_, index) => `other_${index}`);
  const target: Target = {
    ...goodTarget,
    semantic: ({ test_id }) =>
      test_id === "V2-GR-001"
        ? Promise.resolve({
            selections: selected(...late.slice(0, 7), "gray_rock"),
            candidates: selected(...late, "gray_rock"),
          })
        : failing(),
  };
  const metricsOf = async (metrics?: "trec_eval") =>
    (await smallCheck(target, { banks: rankingBanks, ...(metrics && { metrics }) })).semantic!;
  const missing = { "no-answer": 2 };
  expect((await metricsOf()).metrics).toMatchObject({
    candidates: { recall: 0, mrr: 0, ndcg: 0, tests: 1, missing },
    final: { recall: 0, mrr: 0, ndcg: 0, tests: 1, missing },
  });
  const { metrics, results } = await metricsOf("trec_eval");
  expect(results[0]!.metrics).toMatchObject({ candidates: { mrr: 1 / 60 }, final: { mrr: 1 / 8 } });
  // The ideal: a primary, then a secondary.
  const ideal = 2 + 1 / Math.log2(3);
  expect(metrics).toMatchObject({
    method: "trec_eval",
    candidates: {
      recall: 0,
      mrr: 1 / 60 / 3,
      ndcg: expect.closeTo(2 / Math.log2(61) / ideal / 3, 12) as number,
      tests: 1,
      missing,
    },
    final: { recall: 0, mrr: 1 / 8 / 3 },
  });
});
