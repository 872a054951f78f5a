/** How far two or more raters agree beyond chance. */

/**
 * Cohen's kappa with quadratic weights: being off by two counts four times as much as by one. Null: a rater gave one
 * value throughout.
 */
export function quadraticKappa(a: readonly number[], b: readonly number[]): number | null {
  const [n, from] = [a.length, a[0] ?? 0];
  let [sumA, sumB, squares, observed] = [0, 0, 0, 0];
  // Relative to one of them, so that equal values leave no rounding error.
  for (let at = 0; at < n; at += 1) {
    const [x, y] = [a[at]! - from, b[at]! - from];
    sumA += x;
    sumB += y;
    squares += x ** 2 + y ** 2;
    observed += (x - y) ** 2;
  }
  // Of every x with every y.
  const expected = squares - (2 * sumA * sumB) / n;
  return n === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** How many times each pair of values was given. */
export function confusionMatrix(
  a: readonly number[],
  b: readonly number[],
): { values: number[]; counts: number[][] } {
  const values = [...new Set([...a, ...b])].sort((x, y) => x - y);
  const counts = values.map((row) =>
    values.map((column) => a.filter((value, index) => value === row && b[index] === column).length),
  );
  return { values, counts };
}

/**
 * Krippendorff's alpha of ordinal ratings: any number of raters, with gaps. Units are rated things; each has its ratings. Null: nothing to
 * compare, or all values equal.
 */
export function krippendorffAlpha(units: ReadonlyArray<readonly number[]>): number | null {
  const paired = units.filter((values) => values.length > 1);
  const all = paired.flat();
  if (all.length === 0) return null;
  const totals = new Map<number, number>();
  for (const value of all) totals.set(value, (totals.get(value) ?? 0) + 1);
  const distance = distances(totals);
  const observed =
    paired.reduce((sum, values) => sum + pairs(values, distance) / (values.length - 1), 0) / all.length;
  const expected = expectedDisagreement(totals, distance);
  return expected === 0 ? null : 1 - observed / expected;
}

type Distance = (a: number, b: number) => number;

function distances(totals: ReadonlyMap<number, number>): Distance {
  const sorted = [...totals].sort(([a], [b]) => a - b);
  // The distance between ranks, counted by how often the values between were given.
  const upTo = new Map<number, number>();
  let sum = 0;
  for (const [value, count] of sorted) {
    upTo.set(value, sum + count / 2);
    sum += count;
  }
  return (a, b) => (upTo.get(a)! - upTo.get(b)!) ** 2;
}

/** Over ordered pairs within a unit. */
function pairs(values: readonly number[], distance: Distance): number {
  let sum = 0;
  for (let i = 1; i < values.length; i += 1)
    for (let j = 0; j < i; j += 1) sum += 2 * distance(values[i]!, values[j]!);
  return sum;
}

function expectedDisagreement(totals: ReadonlyMap<number, number>, distance: Distance): number {
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [a, many] of totals)
    for (const [b, others] of totals) if (a !== b) sum += many * others * distance(a, b);
  return sum / (all * (all - 1));
}

/** Rank correlation; ties share their mean rank. Null: one side does not vary. */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  const [a, b] = [ranks(x), ranks(y)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const covariance = mean(a.map((rank, index) => (rank - meanA) * (b[index]! - meanB)));
  const spread = Math.sqrt(
    mean(a.map((rank) => (rank - meanA) ** 2)) * mean(b.map((rank) => (rank - meanB) ** 2)),
  );
  return spread === 0 ? null : covariance / spread;
}

function ranks(values: readonly number[]): number[] {
  const [first, last] = [new Map<number, number>(), new Map<number, number>()];
  for (const [at, value] of values.toSorted((a, b) => a - b).entries()) {
    if (!first.has(value)) first.set(value, at);
    last.set(value, at);
  }
  return values.map((value) => (first.get(value)! + last.get(value)!) / 2 + 1);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
