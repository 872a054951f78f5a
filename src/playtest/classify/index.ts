/** Cuts a narrator's output into segments, each with an audience, and gives the type of the output. */
export { classify } from "./classify.ts";
export { classifyByRules } from "./classify-by-rules.ts";
export type { ClassifyInput } from "./classify-input.ts";
export { whyByRules } from "./evidence.ts";
export { toldPulse } from "./output-type/find-pulse.ts";
