export { openAnsweredPool } from "./answered-pool.ts";
export {
  addressOf,
  answerMsFor,
  connectDatabase,
  databaseError,
  PATIENCE_MS,
  strictAddress,
  toJsonb,
  type Database,
} from "./connection.ts";
export {
  fetchFolder,
  fetchFolders,
  leaseLost,
  refreshFolder,
  takeFolder,
  type CopiedFiles,
} from "./database-folder.ts";
export { migrate, QUEUE_SCHEMA, requireSchema, SCHEMA_VERSION } from "./schema.ts";
export { createSharedBudget } from "./shared-budget.ts";
export { createSharedLimits, type SharedLimitOptions } from "./shared-limits.ts";
