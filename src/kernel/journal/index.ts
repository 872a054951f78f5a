export { openJournal, foldJournal, type Journal, RequestChangedError } from "./journal.ts";
export { createFold } from "./fold.ts";
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
  lostNotes,
  lostText,
  markOf,
  requireWhole,
  picoFor,
  toPico,
  toUsd,
} from "./spent.ts";
