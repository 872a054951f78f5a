/** What a narrator's output is, cut into parts with an audience each. */
export { classify, type ClassifyOptions } from "./classify.ts";
export { classifyByRules } from "./classify-by-rules.ts";
export type { ClassifyInput } from "./classify-input.ts";
export { narrowest } from "./narrowest.ts";
