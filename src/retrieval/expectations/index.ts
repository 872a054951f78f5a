export { appendHistory, loadHistory, type HistoryEntry } from "./history.ts";
export {
  comparableExpectations,
  justExpectations,
  mentionedIn,
  resolveExpectations,
  sameExpectations,
  sourceCounts,
  staleEntities,
  type Resolved,
} from "./resolve-expectations.ts";
