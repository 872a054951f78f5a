export { answerFrom } from "./answer-from.ts";
export { exported } from "./exported.ts";
export { useHashLocation } from "./use-hash-location.ts";
