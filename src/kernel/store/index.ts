export { checkName } from "./check-name.ts";
export { fileError, type FileErrorFacts } from "./file-error.ts";
export { openLineLog, readLineLog, type LineLog, type LineLogOptions } from "./line-log.ts";
export { lockFolder, type FolderLock } from "./lock-folder.ts";
export { removeLeftovers } from "./temporary-file.ts";
export { resolveInside } from "./resolve-inside.ts";
export { type LogDamage, type LogLine } from "./scan-lines.ts";
export { toName } from "./to-name.ts";
export { writeFileSafely } from "./write-file-safely.ts";
