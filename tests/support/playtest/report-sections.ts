/** The sections of a session's report, in order. */
export const reportSections = [
  "Worst problems",
  "Beats not told",
  "Issues",
  "Notes",
  "Summary",
  "Config",
  "Group",
  "Timeline",
  "Metrics",
  "Cost",
  "Full Transcript",
];
