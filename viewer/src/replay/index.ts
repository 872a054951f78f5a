export {
  branchFacts,
  branchName,
  changeWords,
  diceWords,
  inheritedWords,
  issuesFound,
  ownTurns,
  shortName,
} from "./branch-name.ts";
export { choicesQuery, jobsQuery, textsPath, textsQuery } from "./replay-queries.ts";
export { jobTones, StopJob } from "./stop-job.tsx";
export { JobsTray } from "./jobs-tray.tsx";
export { editLink, editWords } from "./edit-link.ts";
