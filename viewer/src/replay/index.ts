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
export { choicesQuery, textsPath, textsQuery } from "./replay-queries.ts";
export { editLink, editWords } from "./edit-link.ts";
