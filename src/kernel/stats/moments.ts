export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** Of a sample: over n − 1. */
export function standardDeviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/**
 * The mean of paired differences in units of their own spread: Cohen's d_z. Null where they do not spread: a difference
 * that is always the same has no size in these units.
 */
export function effectSize(differences: readonly number[]): number | null {
  const centre = mean(differences);
  const spread = standardDeviation(differences);
  // What adding up leaves behind is no spread.
  return centre === null || spread === null || spread <= 1e-12 * Math.abs(centre) ? null : centre / spread;
}
