export * from "./recording.ts";
