/**
 * Rules were written and thresholds chosen by looking at sessions of the first seeds, told of in the first bank of words.
 * What is reported comes from others: a detector that has learned its examples by heart must not look good.
 */
export const FIT_SEEDS = [101, 102, 103, 201, 202, 203, 204] as const;
export const REPORT_SEEDS = [301, 302, 303, 304] as const;
/** One group of every story: for a quick look, and for the test run. */
export const QUICK_SEEDS = [301] as const;
