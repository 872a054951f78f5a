import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  clusterMeans,
  clusterStandardError,
  comparePaired,
  comparePassFail,
  fewestPairs,
  effectSize,
  holm,
  mcnemar,
  verdict,
} from "./index.ts";

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  paired: {
    A: number[];
    B: number[];
    mean_diff_B_minus_A: number;
    sd: number;
    signflip_exact: { p: number };
  };
  wilcoxon_no_ties: { d: number[]; signflip_p: number };
  mcnemar_exact: { b: number; c: number; p: number };
  padjust: { p: number[]; holm: number[] };
  cluster_se: {
    s: number[];
    cluster: number[];
    mean: number;
    se_cluster_plain: number;
    se_cluster_miller: number;
    se_cluster_inspect_C_over_Cminus1: number;
  };
};
const { A, B } = vectors.paired;

test("compares ten pairs", () => {
  const { meanDifference, effectSize: size, interval, ...rest } = comparePaired({ a: A, b: B });
  expect(rest).toEqual({
    pairs: 10,
    clusters: null,
    replicates: 10,
    missing: 0,
    p: vectors.paired.signflip_exact.p,
    method: "exact sign-flip",
    higher: 8,
    lower: 2,
    ties: 0,
  });
  expect(meanDifference).toBeCloseTo(vectors.paired.mean_diff_B_minus_A, 12);
  expect(size).toBeCloseTo(vectors.paired.mean_diff_B_minus_A / vectors.paired.sd, 12);
  expect(interval!.low > 0 || interval!.high < 0).toBe(rest.p! <= 0.05);
  const { d, signflip_p } = vectors.wilcoxon_no_ties;
  expect(comparePaired({ a: d.map(() => 0), b: d }).p).toBe(signflip_p);
});

test("an interval needs six pairs, sampled flips seventeen", () => {
  const b = Array.from({ length: 20 }, (_, index) => 1 + (index % 7) / 4);
  const a = b.map(() => 1);
  expect(comparePaired({ a: a.slice(-5), b: b.slice(-5) }).interval).toBeUndefined();
  expect(comparePaired({ a: a.slice(-6), b: b.slice(-6) }).interval).toBeDefined();
  const { interval, meanDifference, method } = comparePaired({ a, b, seed: 3 });
  expect(interval!.low).toBeLessThan(meanDifference!);
  expect(interval!.high).toBeGreaterThan(meanDifference!);
  expect(interval!.low).toBeGreaterThan(0);
  // Three of the twenty are ties, so seventeen are flipped; with one less, all flips are enumerated.
  expect(method).toBe("sampled sign-flip");
  expect(comparePaired({ a: a.slice(2), b: b.slice(2) }).method).toBe("exact sign-flip");
  expect(comparePaired({ a, b, seed: 3 })).toEqual(comparePaired({ a, b, seed: 3 }));
});

test("a value missing on one side is not a pair, and is counted", () => {
  expect(comparePaired({ a: [...A, null, 5, null], b: [...B, 9, null, null] })).toEqual({
    ...comparePaired({ a: A, b: B }),
    missing: 3,
  });
  expect(comparePaired({ a: [null], b: [1] })).toMatchObject({
    pairs: 0,
    missing: 1,
    meanDifference: null,
    effectSize: null,
    p: null,
  });
  expect(comparePassFail({ a: [true, null], b: [null, false] })).toMatchObject({
    pairs: 0,
    missing: 2,
    meanDifference: null,
    p: null,
  });
});

test("replicates of one checkpoint are one unit: replaying it adds no evidence", () => {
  const keys = A.map((_, index) => `checkpoint ${index}`);
  const thrice = <Item>(list: readonly Item[]) => [...list, ...list, ...list];
  const once = comparePaired({ a: A, b: B });
  expect(comparePaired({ a: A, b: B, clusters: keys })).toEqual({ ...once, clusters: 10 });
  const { p, pairs, clusters, replicates } = comparePaired({
    a: thrice(A),
    b: thrice(B),
    clusters: thrice(keys),
  });
  expect({ p, pairs, clusters, replicates }).toEqual({ p: once.p, pairs: 10, clusters: 10, replicates: 30 });
  expect(comparePaired({ a: thrice(A), b: thrice(B) }).p!).toBeLessThan(once.p! / 10);
  // The same three scores in another order are a tie, despite rounding.
  expect(comparePaired({ a: [0.1, 0.2, 0.3], b: [0.3, 0.2, 0.1], clusters: ["x", "x", "x"] })).toMatchObject({
    pairs: 1,
    ties: 1,
    meanDifference: 0,
  });
});

test("lists of different lengths and non-numbers are refused", () => {
  const refused = expect.objectContaining({ code: "statistics-misuse" });
  expect(() => comparePaired({ a: [1], b: [1, 2] })).toThrow(refused);
  expect(() => comparePaired({ a: [1], b: [1], clusters: [] })).toThrow(refused);
  expect(() => comparePaired({ a: [1], b: [Number.NaN] })).toThrow(
    expect.objectContaining({ message: expect.stringContaining("NaN") }),
  );
  expect(() => comparePassFail({ a: [true], b: [] })).toThrow(refused);
  expect(() => clusterMeans([1, 2], [1])).toThrow(refused);
});

test("pass or fail: only discordant pairs count", () => {
  const { b, c, p } = vectors.mcnemar_exact;
  expect(mcnemar(b, c)).toBeCloseTo(p, 12);
  expect([mcnemar(c, b), mcnemar(4, 4), mcnemar(0, 0)]).toEqual([mcnemar(b, c), 1, 1]);
  const outcomes = (onlyA: number, onlyB: number, both: number, neither: number) => {
    const of = (count: number, value: boolean) => Array.from({ length: count }, () => value);
    return {
      a: [...of(onlyA + both, true), ...of(onlyB + neither, false)],
      b: [...of(onlyA, false), ...of(both + onlyB, true), ...of(neither, false)],
    };
  };
  const { p: found, meanDifference, ...counts } = comparePassFail(outcomes(c, b, 5, 4));
  expect(counts).toEqual({
    pairs: 20,
    missing: 0,
    passedA: 7,
    passedB: 14,
    onlyA: 2,
    onlyB: 9,
    ties: 9,
    method: "exact McNemar",
  });
  expect(found).toBeCloseTo(p, 12);
  expect(meanDifference).toBeCloseTo(7 / 20, 12);
  expect(comparePassFail(outcomes(0, 5, 9, 9)).p).toBeNull();
  expect(comparePassFail(outcomes(0, 6, 9, 9)).p).toBeCloseTo(2 / 64, 12);
});

test("Holm's adjustment", () => {
  const { p, holm: adjusted } = vectors.padjust;
  for (const [index, value] of holm(p).entries()) expect(value).toBeCloseTo(adjusted[index]!, 12);
  expect(holm([0.03, null, 0.01, 0.9])).toEqual([0.06, null, 0.03, 0.9]);
  expect(holm([])).toEqual([]);
});

test("standard errors of clustered values", () => {
  const { s, cluster, mean, ...known } = vectors.cluster_se;
  expect(clusterStandardError(s, cluster)).toBeCloseTo(known.se_cluster_inspect_C_over_Cminus1, 12);
  expect(
    clusterStandardError(
      s,
      s.map(() => "one"),
    ),
  ).toBeNull();
  const means = clusterMeans(s, cluster);
  expect(means.map(({ cluster: key, size }) => [key, size])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(means.reduce((sum, group) => sum + group.mean, 0) / 4).toBeCloseTo(mean, 12);
});

test("an effect size needs a spread", () => {
  expect([effectSize([]), effectSize([1]), effectSize([0.1, 0.1, 0.1])]).toEqual([null, null, null]);
  expect(effectSize([1, 3])).toBeCloseTo(Math.SQRT2, 12);
});

test.each([
  [{ p: 0.0001, pairs: 5, meanDifference: 3 }, "insufficient evidence"],
  [{ p: null, pairs: 0, meanDifference: null }, "insufficient evidence"],
  // All pairs count, whether they differ or not: each could have.
  [{ p: null, pairs: 20, meanDifference: 0 }, "no difference found"],
  [{ p: null, pairs: 20, meanDifference: 3 }, "no difference found"],
  [{ p: 0.07, pairs: 20, meanDifference: 3, tests: 2 }, "no difference found"],
  // Six that all go one way have 1/32: not enough beside another test.
  [{ p: null, pairs: 6, meanDifference: 0, tests: 2 }, "insufficient evidence"],
  [{ p: 1, pairs: 6, meanDifference: 3, tests: 2 }, "insufficient evidence"],
  [{ p: null, pairs: 7, meanDifference: 0, tests: 2 }, "no difference found"],
  [{ p: 0.051, pairs: 20, meanDifference: 3 }, "no difference found"],
  [{ p: 0.05, pairs: 6, meanDifference: 3 }, "better"],
  [{ p: 0.05, pairs: 6, meanDifference: -3 }, "worse"],
  [{ p: 0.05, pairs: 6, meanDifference: 3, higherIsBetter: false }, "worse"],
  [{ p: 0.05, pairs: 6, meanDifference: -3, higherIsBetter: false }, "better"],
  [{ p: 0.05, pairs: 6, meanDifference: -3, alpha: 0.01 }, "insufficient evidence"],
  [{ p: 0.05, pairs: 8, meanDifference: -3, alpha: 0.01 }, "no difference found"],
] as const)("verdict of %o: %s", (input, expected) => {
  expect(verdict({ higherIsBetter: true, ...input })).toBe(expected);
});

test.each([
  [{}, 6],
  [{ tests: 2 }, 7],
  [{ alpha: 0.024 }, 7],
  [{ alpha: 0.024, tests: 2 }, 8],
  [{ alpha: 0.5 }, 6],
])("%o needs %i pairs that all go one way", (wish, pairs) => {
  expect(fewestPairs(wish)).toBe(pairs);
});

// Eighths add up without rounding.
const eighths = fc.integer({ min: -40, max: 40 }).map((value) => value / 8);
const arms = fc
  .array(fc.tuple(eighths, eighths), { minLength: 1, maxLength: 19 })
  .map((pairs) => ({ a: pairs.map(([a]) => a), b: pairs.map(([, b]) => b) }));

test("swapping the arms flips the difference and keeps p", () => {
  fc.assert(
    fc.property(arms, ({ a, b }) => {
      const [one, other] = [comparePaired({ a, b }), comparePaired({ a: b, b: a })];
      expect([other.p, other.higher, other.lower, other.ties]).toEqual([
        one.p,
        one.lower,
        one.higher,
        one.ties,
      ]);
      expect(other.meanDifference! + one.meanDifference!).toBe(0);
      expect(other.effectSize ?? 0).toBeCloseTo(-(one.effectSize ?? 0), 10);
    }),
    { numRuns: 60 },
  );
});

test("shifting both arms changes nothing, scaling them changes only the difference", () => {
  fc.assert(
    fc.property(
      arms,
      fc.integer({ min: -100, max: 100 }),
      fc.constantFrom(1e-6, 0.25, 3, 1e6),
      ({ a, b }, by, times) => {
        const plain = comparePaired({ a, b });
        expect(comparePaired({ a: a.map((value) => value + by), b: b.map((value) => value + by) })).toEqual(
          plain,
        );
        const { p, ties, meanDifference } = comparePaired({
          a: a.map((value) => value * times),
          b: b.map((value) => value * times),
        });
        expect([p, ties]).toEqual([plain.p, plain.ties]);
        expect(meanDifference! / times).toBeCloseTo(plain.meanDifference!, 10);
      },
    ),
    { numRuns: 60 },
  );
});

test("McNemar's test equals the sign flip of ones and zeros", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 16 }), (pairs) => {
      const [a, b] = [pairs.map(([x]) => x), pairs.map(([, x]) => x)];
      const passFail = comparePassFail({ a, b });
      const flipped = comparePaired({ a: a.map(Number), b: b.map(Number) });
      if (passFail.p === null) expect(flipped.p).toBeNull();
      else expect(flipped.p).toBeCloseTo(passFail.p, 12);
    }),
  );
});

test("an adjusted p is never smaller, keeps the order, and does not depend on the input order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 6 }), (thousandths) => {
      const ps = thousandths.map((value) => value / 1_000);
      const adjusted = holm(ps) as number[];
      expect(ps.filter((p, at) => adjusted[at]! < p || adjusted[at]! > 1)).toEqual([]);
      expect(
        ps.filter((p, at) => ps.some((other, where) => p < other && adjusted[at]! > adjusted[where]!)),
      ).toEqual([]);
      expect(holm(ps.toReversed())).toEqual(adjusted.toReversed());
    }),
  );
});
