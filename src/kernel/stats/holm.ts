/** Holm's adjustment of several p values: however many tests are read, one that is true by chance is rare. What was not tested (null) does not count. */
export function holm(ps: ReadonlyArray<number | null>): Array<number | null> {
  const tested = [...ps.entries()]
    .flatMap(([index, p]) => (p === null ? [] : [{ index, p }]))
    .sort((one, other) => one.p - other.p);
  const adjusted: Array<number | null> = ps.map(() => null);
  let least = 0;
  for (const [rank, { index, p }] of tested.entries()) {
    least = Math.min(1, Math.max(least, p * (tested.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}
