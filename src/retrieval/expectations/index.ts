export { appendHistory, loadHistory, type HistoryEntry } from "./history.ts";
export {
  comparableExpectations,
  idsIn,
  itemKey,
  justExpectations,
  mentionedIn,
  resolveExpectations,
  sameExpectations,
  sourceCounts,
  type Resolved,
} from "./resolve-expectations.ts";
