/**
 * How often the tests of a bank pass, learned from all their earlier attempts together. One test with ten passes tells little;
 * beside a hundred others it is either one of many stable tests, or a flaky one with luck, and the bank says how likely each is.
 */

export type Tried = { passed: number; failed: number };

/** Pass rates that a test may have. Nothing passes always: the highest rate allows for an accident in a thousand attempts. */
const RATES: readonly number[] = [
  ...Array.from({ length: 18 }, (_, step) => 0.02 + 0.05 * step),
  0.9,
  0.925,
  0.95,
  0.965,
  0.98,
  0.99,
  0.999,
];

/** What is assumed before any attempt: half of the tests are stable, the others may have any rate, mostly a high one. */
const ASSUMED: readonly number[] = normalised(
  RATES.map((rate) => (rate >= 0.999 ? 0.5 : rate > 0.88 ? 0.06 : 0.015)),
);
/** The assumption counts as this many tests. */
const ASSUMED_TESTS = 10;
const ROUNDS = 200;
const SETTLED = 1e-5;
/** Rates less likely than this are left out. */
const NEGLIGIBLE = 1e-9;

export type RateMix = ReadonlyArray<{ rate: number; weight: number }>;

/** The rates that a test with these attempts may have. Non-parametric empirical Bayes, by expectation maximisation. */
export function learnRates(bank: readonly Tried[]): (test: Tried) => RateMix {
  const groups = [...Map.groupBy(bank, ({ passed, failed }) => `${passed}/${failed}`).values()];
  let shares = ASSUMED;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = ASSUMED.map((share) => ASSUMED_TESTS * share);
    for (const same of groups)
      for (const [at, weight] of weighted(shares, same[0]!).entries()) sums[at]! += same.length * weight;
    const next = normalised(sums);
    const moved = Math.max(...next.map((share, at) => Math.abs(share - shares[at]!)));
    shares = next;
    if (moved < SETTLED) break;
  }
  return (test) =>
    weighted(shares, test)
      .map((weight, at) => ({ rate: RATES[at]!, weight }))
      .filter(({ weight }) => weight > NEGLIGIBLE);
}

function weighted(shares: readonly number[], { passed, failed }: Tried): number[] {
  const logs = shares.map(
    (share, at) => Math.log(share) + passed * Math.log(RATES[at]!) + failed * Math.log(1 - RATES[at]!),
  );
  const highest = Math.max(...logs);
  return normalised(logs.map((log) => Math.exp(log - highest)));
}

function normalised(values: readonly number[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / whole);
}
