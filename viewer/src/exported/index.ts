export { answerFrom } from "./answer-from.ts";
export { exported, ExportedNotes } from "./exported-file.tsx";
export { useHashLocation } from "./use-hash-location.ts";
