/** Ranking metrics of a whole bank, and tests that need some of their primaries. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { calculateScore } from "../score.ts";
import {
  goodTarget,
  selected,
  smallBanks,
  smallCheck,
} from "../../../tests/support/retrieval/small-check.ts";
import type { Target } from "./index.ts";

const banks = {
  ...smallBanks,
  semantic: [
    ...smallBanks.semantic!,
    { ...smallBanks.semantic![1]!, test_id: "V2-NONE", expected_primary: [], not_expected: ["gray_rock"] },
  ],
};
const metricsOf = async (semantic: Target["semantic"]) =>
  (await smallCheck({ ...goodTarget, semantic }, { banks })).semantic!.metrics;

test("without a list, or with nothing expected, there is no value; an empty list found nothing", async () => {
  expect(await metricsOf(goodTarget.semantic)).toEqual({
    candidates: { recall: 1, mrr: 1, ndcg: 1, k: 15, tests: 1 },
    final: { recall: 1, mrr: 1, ndcg: 1, k: 6, tests: 2 },
  });
  expect(await metricsOf(async () => ({ selections: [], candidates: [] }))).toMatchObject({
    candidates: { recall: 0, mrr: 0, ndcg: 0, tests: 2 },
    final: { recall: 0, mrr: 0, ndcg: 0, tests: 2 },
  });
});

test("what comes after the end of its stage does not count", async () => {
  const late = Array.from({ length: 59 }, (_, index) => `other_${index}`);
  const answer = {
    selections: selected(...late.slice(0, 7), "gray_rock"),
    candidates: selected(...late.slice(0, 14), "gray_rock"),
  };
  const ideal = 2 + 1 / Math.log2(3);
  expect(
    (await smallCheck({ ...goodTarget, semantic: async () => answer })).semantic!.results[0]!.metrics,
  ).toEqual({
    candidates: { recall: 0.5, mrr: 1 / 15, ndcg: expect.closeTo(2 / Math.log2(16) / ideal, 12), k: 15 },
    final: { recall: 0, mrr: 0, ndcg: 0, k: 6 },
  });
});

const letters = ["a", "b", "c", "d", "e", "f", "g"];

test("the spec scores a test that needs all its primaries; with fewer needed, the others are not missing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1 }),
      fc.subarray(letters),
      fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
      async (expected_primary, found, primary_needed) => {
        const one = {
          ...smallBanks.semantic![1]!,
          expected_primary,
          expected_secondary: ["z"],
          primary_needed,
        };
        const target = { ...goodTarget, semantic: async () => ({ selections: selected(...found) }) };
        const { semantic } = await smallCheck(target, { banks: { dir: "x", semantic: [one] } });
        const hits = expected_primary.filter((id) => found.includes(id)).length;
        const needed = Math.min(primary_needed ?? Infinity, expected_primary.length);
        const { score, isHardFail } = calculateScore({
          primaryPass: hits >= needed,
          secondaryMissing: ["z"],
        });
        expect(semantic!.results[0]).toMatchObject({
          score,
          is_hard_fail: isHardFail,
          primary_missing: isHardFail ? expected_primary.filter((id) => !found.includes(id)) : [],
        });
      },
    ),
    { numRuns: 60 },
  );
});
