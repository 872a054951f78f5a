export { openAnsweredPool } from "./answered-pool.ts";
export {
  addressOf,
  answerMsFor,
  connectDatabase,
  databaseError,
  PATIENCE_MS,
  strictAddress,
  toJsonb,
  type ConnectOptions,
  type Database,
} from "./connection.ts";
export {
  fetchFolder,
  fetchFolders,
  leaseLost,
  refreshFolder,
  takeFolder,
  type CopiedFiles,
  type DatabaseFolder,
} from "./database-folder.ts";
export { migrate, QUEUE_SCHEMA, requireSchema, SCHEMA_VERSION } from "./schema.ts";
export { createSharedBudget, type SharedBudgetOptions } from "./shared-budget.ts";
export { createSharedLimits, type SharedLimitOptions } from "./shared-limits.ts";
