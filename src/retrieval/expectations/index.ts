export { appendHistory, loadHistory, type HistoryEntry } from "./history.ts";
export {
  comparableExpectations,
  justExpectations,
  mentionedIn,
  oppositePair,
  resolveExpectations,
  sameExpectations,
  sourceCounts,
  staleEntities,
  stillNew,
  withAdditions,
  type Resolved,
} from "./resolve-expectations.ts";
