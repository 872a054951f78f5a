export { answerFrom } from "./answer-from.ts";
export { ExportedNotes } from "./exported-notes.tsx";
export { exported } from "./exported.ts";
export { useHashLocation } from "./use-hash-location.ts";
export { whyMissing } from "./why-missing.ts";
