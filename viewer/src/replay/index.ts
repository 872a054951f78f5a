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
export { choicesQuery, jobsQuery } from "./replay-queries.ts";
export { JobsTray } from "./jobs-tray.tsx";
export { ReplayDialog } from "./replay-dialog.tsx";
