/** As far as products are exact. */
const EXACT = Array.from({ length: 19 }, (_, n) =>
  Math.log(Array.from({ length: n }, (_, at) => at + 1).reduce((product, factor) => product * factor, 1)),
);

/** Stirling's series beyond. */
export const logFactorial = (n: number): number =>
  EXACT[n] ??
  (n + 0.5) * Math.log(n) - n + 0.9189385332046727 + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5);

/** Of Euler's beta function, for whole numbers from 1 on. */
export const logBeta = (a: number, b: number): number =>
  logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1);
