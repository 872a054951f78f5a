/** Null: nothing to average. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the present values. */
export const meanOfKnown = (values: ReadonlyArray<number | null | undefined>): number | null =>
  mean(values.filter((value) => value !== null && value !== undefined));

/** A share; null: the whole is 0. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** More than tenths of a point would be false precision. Rounded in decimal: 1.65 is 1.7 despite its binary form. */
export const tenths = (points: number): number => Math.round(points * 10 + 1e-9) / 10;

export const costOf = (episodes: ReadonlyArray<{ pointsLost: number }>): number =>
  tenths(episodes.reduce((sum, { pointsLost }) => sum + pointsLost, 0));
