/** What a narrator's output is, cut into parts with an audience each. */
export { classify, type ClassifyOptions } from "./classify.ts";
export { classifyByRules } from "./classify-by-rules.ts";
export type { ClassifyInput, PrivateExchange } from "./classify-input.ts";
export { whyByRules } from "./evidence.ts";
export { toldPulse } from "./guide-words.ts";
export { narrowest } from "./narrowest.ts";
