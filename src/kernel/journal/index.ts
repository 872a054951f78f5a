export {
  openJournal,
  foldJournal,
  type Journal,
  DamagedJournalError,
  NewerJournalError,
  NotAJournalError,
  RequestChangedError,
} from "./journal.ts";
export { createFold, type Fold } from "./fold.ts";
export {
  atMostOf,
  possiblyText,
  recordedText,
  spentText,
  sumOf,
  type Spent,
  countedLostText,
  lostAtMost,
  lostSince,
  lostSpent,
  lostText,
  markOf,
  requireWhole,
  type LostCalls,
  picoFor,
  toPico,
  toUsd,
} from "./spent.ts";
