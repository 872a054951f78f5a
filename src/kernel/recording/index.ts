export { firstDifference } from "./recording.ts";
export * from "./recording.ts";
