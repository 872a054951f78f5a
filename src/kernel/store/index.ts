export { checkName, resolveInside, toName } from "./file-names.ts";
export { fileError, fileNotFound, midRun, requireFormat } from "./file-error.ts";
export { LARGEST_STORED, readBytes, readStored, readText } from "./read-file.ts";
export {
  firstIssues,
  jsonProblem,
  linkIn,
  refuseLinks,
  readJson,
  readStoredJson,
  copy,
  exists,
  fileInfo,
  listFolder,
  move,
  namesIn,
  readLines,
  readPieces,
  realPath,
  remove,
  temporaryFolder,
} from "./stored-files.ts";
export { makeFolder, newRunFolder } from "./folders.ts";
export { openLineLog, openLineReader, readLineLog, type LineLog } from "./line-log.ts";
export { isInUse, lockFolder, type FolderLock } from "./lock-folder.ts";
export { removeLeftovers, writeFileSafely, writeNewFile } from "./write-file.ts";
export { type LogLine } from "./checksummed-lines.ts";
