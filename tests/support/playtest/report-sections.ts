/** The sections of a session's report, in order. */
const all = [
  "Facts",
  "Findings",
  "Next",
  "Summary",
  "Beats not told",
  "Issues",
  "Notes",
  "Score",
  "Config",
  "Group",
  "Timeline",
  "Metrics",
  "Cost",
  "Full Transcript",
];
const sometimes = new Set(["Findings", "Next", "Beats not told"]);

/** Those that a report must have, and those that it may have if it has them. */
export const sectionsLike = (titles: readonly string[]): string[] =>
  all.filter((title) => !sometimes.has(title) || titles.includes(title));
