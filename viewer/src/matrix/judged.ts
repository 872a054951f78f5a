/** Metrics that only a judge can give. */
export const judged: ReadonlySet<string> = new Set([
  "coherence",
  "atmosphere",
  "player-agency",
  "pacing",
  "story-guide-adherence",
  "character-integration",
  "fun-factor",
]);

export const isJudged = (metric: string): boolean => judged.has(metric);

/** What is said where a number is missing: never 0, and why. */
export const withoutValue = (metric: string): string => (isJudged(metric) ? "not judged" : "not measured");
