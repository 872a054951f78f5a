import { expect, test } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { containment, jaccard, mostShared } from "./jaccard.ts";

test.each([
  [["a", "b"], ["a", "b"], 1, 1],
  [["a", "b", "c"], ["b", "c", "d"], 0.5, 2 / 3],
  [["a"], ["a", "b", "c", "d"], 0.25, 1],
  [["a", "b", "c", "d"], ["a"], 0.25, 0.25],
  [["a"], ["b"], 0, 0],
  [[], ["b"], 0, 0],
  [[], [], 0, 0],
])("%j and %j", (a, b, alike, contained) => {
  expect(jaccard(fingerprint(a), fingerprint(b))).toBe(alike);
  expect(containment(fingerprint(a), fingerprint(b))).toBeCloseTo(contained);
  expect(mostShared(fingerprint(a), [fingerprint(b), fingerprint(a)])).toEqual(
    [contained * a.length, a.length].map(Math.round),
  );
  for (const least of [0.2, 0.5, 2 / 3, 0.8, 1]) {
    expect(jaccard(fingerprint(a), fingerprint(b), least)).toBe(alike >= least ? alike : 0);
    expect(containment(fingerprint(a), fingerprint(b), least)).toBeCloseTo(
      contained >= least ? contained : 0,
    );
  }
});
