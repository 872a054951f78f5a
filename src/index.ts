/** The library: everything that `import … from "rehearse"` provides. docs/guide/api.md shows each. */
export { defineConfig } from "./config.ts";
export { judge, judgeLabel, observe, play, report } from "./operations/library.ts";
export { exportFile } from "./export/index.ts";
export { replay } from "./api/play.ts";
export { resume } from "./api/play.ts";
export { compare } from "./api/compare.ts";
export { check } from "./api/check.ts";
export { matrix } from "./api/matrix.ts";
export { ab } from "./api/ab.ts";
export { openSession } from "./operations/play/open-session.ts";
export { catalog } from "./api/catalog.ts";
export { HarnessError } from "./kernel/errors/index.ts";

export type { SettingsInput } from "./contract/index.ts";
export type { AbResult, SessionResult, MatrixResult } from "./contract/index.ts";
export type { CatalogResult } from "./api/catalog.ts";
export type { CheckResult } from "./api/check.ts";
export type { CompareResult } from "./api/compare.ts";
export type { ObserveResult } from "./operations/play/reading/observe.ts";
export type { Session } from "./operations/play/open-session.ts";
