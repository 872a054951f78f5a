export { openJournal, foldJournal, lostCalls, markOf, type Journal, RequestChangedError } from "./journal.ts";
export { createFold, sumTallies, totalsOf, type Spending } from "./fold.ts";
export {
  atMostOf,
  costCautions,
  ofBudget,
  recordedText,
  spentText,
  sumOf,
  picoFor,
  toPico,
  toUsd,
} from "./spent.ts";
