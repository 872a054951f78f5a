/** The shapes of whatever is stored or sent. A leaf: it imports zod and nothing else. */
export * from "./journal-line.ts";
export * from "./model-entry.ts";
export * from "./price.ts";
export * from "./role.ts";
export * from "./settings.ts";
export * from "./totals.ts";
export * from "./usage.ts";
