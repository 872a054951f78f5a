import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  bootstrapInterval,
  clopperPearson,
  confusionMatrix,
  krippendorffAlpha,
  quadraticKappa,
  spearman,
  wilson,
} from "./index.ts";

type Pair = { a: number[]; b: number[] };
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/statistics-vectors.json"), "utf8"),
) as {
  kappa: Pair & { kappa: number };
  kappa_ordinal: Pair & { quadratic: number };
  krippendorff_canonical: {
    coders: Array<Array<number | null>>;
    ordinal: number;
  };
  spearman: { x: number[]; y: number[]; rho: number };
  wilson95: Record<string, [number, number]>;
  clopper_pearson95: Record<string, [number, number]>;
};

test("kappa of ten ratings with two values and with five", () => {
  // With two values the weights do not matter.
  expect(quadraticKappa(vectors.kappa.a, vectors.kappa.b)).toBeCloseTo(vectors.kappa.kappa, 12);
  expect(quadraticKappa(vectors.kappa_ordinal.a, vectors.kappa_ordinal.b)).toBeCloseTo(
    vectors.kappa_ordinal.quadratic,
    12,
  );
  expect(quadraticKappa([3, 3], [3, 3])).toBeNull();
});

test("Krippendorff's own example", () => {
  const { coders } = vectors.krippendorff_canonical;
  const units = coders[0]!.map((_, unit) => coders.flatMap((coder) => coder[unit] ?? []));
  expect(krippendorffAlpha(units)).toBeCloseTo(vectors.krippendorff_canonical.ordinal, 12);
});

test("alpha needs two ratings of one unit, and different values", () => {
  expect(krippendorffAlpha([[1], [2]])).toBeNull();
  const same = [3, 3];
  expect(krippendorffAlpha([same, same])).toBeNull();
});

test("rank correlation with ties", () => {
  expect(spearman(vectors.spearman.x, vectors.spearman.y)).toBeCloseTo(vectors.spearman.rho, 12);
  expect(spearman([1, 1], [1, 2])).toBeNull();
});

test("a confusion matrix counts every pair", () => {
  expect(confusionMatrix([1, 2, 2, 3], [1, 2, 3, 3])).toEqual({
    values: [1, 2, 3],
    counts: [
      [1, 0, 0],
      [0, 1, 1],
      [0, 0, 1],
    ],
  });
});

test.each(Object.entries(vectors.wilson95))("Wilson's interval of %s", (share, interval) => {
  const [hits, trials] = share.split("/").map(Number) as [number, number];
  for (const side of [0, 1] as const) expect(wilson(hits, trials)[side]).toBeCloseTo(interval[side], 12);
});

test.each(Object.entries(vectors.clopper_pearson95))(
  "Clopper and Pearson's interval of %s",
  (share, interval) => {
    const [hits, trials] = share.split("/").map(Number) as [number, number];
    for (const side of [0, 1] as const)
      expect(clopperPearson(hits, trials)[side]).toBeCloseTo(interval[side], 9);
  },
);

test("a bootstrap interval contains the mean, is reproducible, and is null for one unit", () => {
  const units = Array.from({ length: 40 }, (_, index) => index % 10);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const interval = bootstrapInterval(units, mean)!;
  // The normal one is 4.5 ± 1.96 × 2.87 / √40.
  expect(interval[0]).toBeCloseTo(3.61, 0);
  expect(interval[1]).toBeCloseTo(5.39, 0);
  expect(bootstrapInterval(units, mean)).toEqual(interval);
  expect(bootstrapInterval([1], mean)).toBeNull();
  expect(bootstrapInterval(units, () => null)).toBeNull();
});
