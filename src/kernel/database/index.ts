export { addressOf, connectDatabase, PATIENCE_MS, type ConnectOptions, type Database } from "./connection.ts";
export { fetchFolder, takeFolder, type DatabaseFolder } from "./database-folder.ts";
export { migrate, requireSchema, SCHEMA_VERSION } from "./schema.ts";
