export { checkName, resolveInside, toName } from "./file-names.ts";
export { errnoOf, FileError, fileError, fileNotFound, midRun } from "./file-error.ts";
export {
  jsonProblem,
  linkIn,
  readJson,
  copy,
  exists,
  fileInfo,
  listFolder,
  move,
  namesIn,
  readBytes,
  readLines,
  readPieces,
  readText,
  realPath,
  remove,
  temporaryFolder,
} from "./stored-files.ts";
export { makeFolder, newRunFolder } from "./folders.ts";
export { NewerFormatError, refuseNewer, refuseToReplaceNewer, writeVersionedFile } from "./newer-format.ts";
export { openLineLog, openLineReader, readLineLog, type LineLog } from "./line-log.ts";
export { isInUse, lockFolder, type FolderLock } from "./lock-folder.ts";
export { removeLeftovers, writeFileSafely, writeNewFile } from "./write-file.ts";
export { type LogDamage, type LogLine } from "./checksummed-lines.ts";
