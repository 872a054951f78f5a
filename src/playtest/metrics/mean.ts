/** Null where there is nothing to average. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of those that could be had. */
export const meanOfKnown = (values: ReadonlyArray<number | null | undefined>): number | null =>
  mean(values.filter((value) => value !== null && value !== undefined));

/** A part of a whole; null where there is no whole. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
