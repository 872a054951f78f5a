export { openJournal, foldJournal, type Journal, RequestChangedError } from "./journal.ts";
export { createFold, sumTallies, totalsOf, type Spending } from "./fold.ts";
export {
  atMostOf,
  costCautions,
  spentText,
  sumOf,
  countedLostText,
  lostAtMost,
  lostSince,
  lostSpent,
  lostNotes,
  lostText,
  markOf,
  requireWhole,
  picoFor,
  toPico,
  toUsd,
} from "./spent.ts";
