export { openJournal, foldJournal, type Journal } from "./journal.ts";
export { createFold, type Fold } from "./fold.ts";
export { atMostOf, possiblyText, recordedText, spentText, sumOf, type Spent } from "./spent.ts";
export {
  countedLostText,
  lostAtMost,
  lostSince,
  lostSpent,
  lostText,
  markOf,
  requireWhole,
  type LostCalls,
} from "./lost-calls.ts";
export { picoFor, toPico, toUsd } from "./money.ts";
export {
  DamagedJournalError,
  NewerJournalError,
  NotAJournalError,
  RequestChangedError,
} from "./journal-errors.ts";
