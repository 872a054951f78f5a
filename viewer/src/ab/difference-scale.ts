/** An axis with 0 in the middle that holds all differences. */
export function differenceScale(differences: readonly number[]): {
  /** The largest difference shown, either way. */ reach: number;
  /** The position of a value, 0 to 1. */ share: (value: number) => number;
} {
  const most = Math.max(0, ...differences.map(Math.abs));
  const reach = most === 0 ? 1 : Number((most * 1.05).toPrecision(3));
  return { reach, share: (value) => Math.max(0, Math.min(1, (value / reach + 1) / 2)) };
}
