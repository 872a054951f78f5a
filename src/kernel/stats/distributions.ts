/** Sums and special functions behind the tests and intervals. */

/** As long as products are exact. */
const EXACT = Array.from({ length: 19 }, (_, n) =>
  Math.log(Array.from({ length: n }, (_, at) => at + 1).reduce((product, factor) => product * factor, 1)),
);

/** Stirling's series beyond. */
export const logFactorial = (n: number): number =>
  EXACT[n] ??
  (n + 0.5) * Math.log(n) - n + 0.9189385332046727 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);

/** The root of a rising function, by bisection. */
export function root(rising: (x: number) => number, [from, to]: readonly [number, number] = [0, 1]): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    // No number lies between them.
    if (middle <= low || middle >= high) return middle;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** Of a sample: over n − 1. */
export function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}
