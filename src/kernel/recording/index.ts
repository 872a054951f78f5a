export { firstDifference } from "./first-difference.ts";
export * from "./recording.ts";
