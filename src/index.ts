/** The library: everything that `import … from "rehearse"` provides. docs/guide/api.md shows each. */
export { defineConfig } from "./config.ts";
export { bankImport, bankMigrate, bankOverride, calibrate, check, play } from "./operations/library.ts";
export { replay } from "./api/play.ts";
export { resume } from "./api/play.ts";
export { observe } from "./api/observe.ts";
export { compare } from "./api/compare.ts";
export { matrix } from "./api/matrix.ts";
export { ab } from "./api/ab.ts";
export { openSession } from "./api/session.ts";
export { catalog } from "./api/catalog.ts";
export { HarnessError } from "./kernel/errors/index.ts";

export type { SettingsInput } from "./contract/index.ts";
export type { AbResult, SessionResult, MatrixResult } from "./contract/index.ts";
export type { CatalogResult } from "./api/catalog.ts";
export type { CheckResult } from "./operations/check/check.ts";
export type { CompareResult } from "./api/compare.ts";
export type { ObserveResult } from "./api/observe.ts";
export type { Session } from "./api/session.ts";
