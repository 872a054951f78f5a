export { appendHistory } from "./append-history.ts";
export { loadHistory, type HistoryEntry } from "./load-history.ts";
export {
  justExpectations,
  resolveExpectations,
  sameExpectations,
  sourceCounts,
  staleEntities,
  type Resolved,
} from "./resolve-expectations.ts";
