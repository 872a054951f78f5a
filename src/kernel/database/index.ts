export { addressOf, connectDatabase, PATIENCE_MS, type ConnectOptions, type Database } from "./connection.ts";
export { fetchFolder, takeFolder, type DatabaseFolder } from "./database-folder.ts";
export { migrate, requireSchema, SCHEMA_VERSION } from "./schema.ts";
export { createSharedBudget, type SharedBudgetOptions } from "./shared-budget.ts";
export { createSharedLimits, type SharedLimitOptions } from "./shared-limits.ts";
