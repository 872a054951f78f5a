/** The distributions and sums behind the tests and intervals. */

/** P(Z ≤ z), by Marsaglia's series: to 15 places, tails included. */
export function normalCumulative(z: number): number {
  if (z < -8.5) return 0;
  if (z > 8.5) return 1;
  let [term, sum] = [z, z];
  for (let k = 3; sum + term !== sum; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z - 0.9189385332046727);
}

export const normalQuantile = (share: number): number =>
  root((z) => normalCumulative(z) - share, [-8.5, 8.5]);

/**
 * P(T ≤ t) of Student's t, central or noncentral: Z + shift over an independent estimate s of the spread. Given s it is
 * normal, so the cdf is the mean of normal cdfs over s. On the logarithm of s the weights vanish at both ends, where
 * the trapezoidal rule is exact to rounding; dividing by the sum of the weights avoids the gamma function.
 */
export function studentCumulative(t: number, { df, shift = 0 }: { df: number; shift?: number }): number {
  const [low, high] = [-9 / Math.sqrt(2 * df) - 36 / df, 9 / Math.sqrt(2 * df)];
  // Fewer degrees of freedom need a longer range at the same step.
  const steps = Math.ceil(160 + 1_200 / df);
  let [weights, sum] = [0, 0];
  for (let step = 0; step <= steps; step += 1) {
    const log = low + ((high - low) * step) / steps;
    const weight = Math.exp(df * (log - Math.expm1(2 * log) / 2));
    weights += weight;
    if (weight > 1e-18) sum += weight * normalCumulative(t * Math.exp(log) - shift);
  }
  return sum / weights;
}

/** The quantile of a central t, for shares of a half and more. */
export function studentQuantile(share: number, df: number): number {
  let high = 2;
  while (studentCumulative(high, { df }) < share && high < 2 ** 40) high *= 2;
  return root((t) => studentCumulative(t, { df }) - share, [0, high]);
}

/** As long as products are exact. */
const EXACT = Array.from({ length: 19 }, (_, n) =>
  Math.log(Array.from({ length: n }, (_, at) => at + 1).reduce((product, factor) => product * factor, 1)),
);

/** Stirling's series beyond. */
export const logFactorial = (n: number): number =>
  EXACT[n] ??
  (n + 0.5) * Math.log(n) - n + 0.9189385332046727 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);

/** Of Euler's beta function, for any positive numbers. */
export const logBetaFunction = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series, after stepping up to where it is exact. */
function logGamma(x: number): number {
  let [climbed, at] = [0, x];
  for (; at < 12; at += 1) climbed += Math.log(at);
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
  return (at - 0.5) * Math.log(at) - at + 0.9189385332046727 + series - climbed;
}

/** P(X ≤ x) of a chi-square: the series of the incomplete gamma function. */
export function chiSquareCumulative(x: number, df: number): number {
  const [a, half] = [df / 2, x / 2];
  if (half <= 0) return 0;
  const first = Math.exp(a * Math.log(half) - half - logGamma(a + 1));
  // So far out that one term underflows.
  if (first < 1e-290) return half > a ? 1 : 0;
  let [term, total] = [first, first];
  for (let k = 1; total + term !== total || k < half - a; k += 1) {
    term *= half / (a + k);
    total += term;
  }
  return Math.min(1, total);
}

export function chiSquareQuantile(share: number, df: number): number {
  let high = df + 1;
  while (chiSquareCumulative(high, df) < share) high *= 2;
  return root((x) => chiSquareCumulative(x, df) - share, [0, high]);
}

type FDegrees = { /** Of the mean square above the line. */ over: number; under: number };

/** P(X ≤ x) of an F: the incomplete beta function, by its continued fraction. */
export function fCumulative(x: number, { over, under }: FDegrees): number {
  if (x <= 0) return 0;
  const share = (over * x) / (over * x + under);
  const [a, b] = [over / 2, under / 2];
  // The fraction converges fast below the mean.
  return share < (a + 1) / (a + b + 2) ? incompleteBeta(share, a, b) : 1 - incompleteBeta(1 - share, b, a);
}

export function fQuantile(share: number, degrees: FDegrees): number {
  let high = 2;
  while (fCumulative(high, degrees) < share && high < 2 ** 40) high *= 2;
  return root((x) => fCumulative(x, degrees) - share, [0, high]);
}

/** By Lentz's method. */
function incompleteBeta(x: number, a: number, b: number): number {
  const part = (k: number) => {
    const m = Math.floor(k / 2);
    return k % 2 === 0
      ? (m * (b - m) * x) / ((a + k - 1) * (a + k))
      : (-(a + m) * (a + b + m) * x) / ((a + k - 1) * (a + k));
  };
  let [c, d] = [1, 1 / (1 + part(1))];
  let fraction = d;
  for (let k = 2; k < 10_000; k += 1) {
    d = 1 / (1 + part(k) * d);
    c = 1 + part(k) / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return (Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBetaFunction(a, b)) * fraction) / a;
}

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
function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/**
 * The mean of paired differences divided by their standard deviation: Cohen's d_z. Null: they do not vary, so the
 * effect size is undefined.
 */
export function effectSize(differences: readonly number[]): number | null {
  const centre = mean(differences);
  const spread = standardDeviation(differences);
  // Rounding is not variance.
  return centre === null || spread === null || spread <= 1e-12 * Math.abs(centre) ? null : centre / spread;
}
