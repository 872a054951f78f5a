export {
  branchFacts,
  branchName,
  changeWords,
  diceWords,
  fromTurnOf,
  inheritedWords,
  issuesFound,
  ownTurns,
  shortName,
} from "./branch-name.ts";
export { choicesQuery, textsQuery } from "./replay-queries.ts";
export { editLink, editWords } from "./edit-link.ts";
