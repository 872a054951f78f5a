export { checkName } from "./check-name.ts";
export { errnoOf, fileError, fileNotFound, midRun, type FileErrorFacts } from "./file-error.ts";
export { jsonProblem } from "./json-problem.ts";
export { makeFolder } from "./make-folder.ts";
export { NewerFormatError, refuseNewer, refuseToReplaceNewer, writeVersionedFile } from "./newer-format.ts";
export { newRunFolder } from "./new-run-folder.ts";
export { openLineLog, openLineReader, readLineLog, type LineLog, type LineLogOptions } from "./line-log.ts";
export { isInUse } from "./is-in-use.ts";
export { linkIn } from "./link-in.ts";
export { lockFolder, type FolderLock } from "./lock-folder.ts";
export { readJson } from "./read-json.ts";
export { removeLeftovers } from "./temporary-file.ts";
export { resolveInside } from "./resolve-inside.ts";
export { type LogDamage, type LogLine } from "./scan-lines.ts";
export {
  copy,
  exists,
  fileInfo,
  listFolder,
  move,
  namesIn,
  readBytes,
  readPieces,
  readText,
  realPath,
  remove,
  temporaryFolder,
  type FileInfo,
  type FileKind,
  type FolderEntry,
} from "./stored-files.ts";
export { toName } from "./to-name.ts";
export { writeFileSafely } from "./write-file-safely.ts";
export { writeNewFile } from "./write-new-file.ts";
