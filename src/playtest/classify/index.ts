/** Says what a narrator's output is and who hears which part of it. */
export { classify } from "./classify.ts";
export { classifierInstructions, classifierReply } from "./classifier-prompt.ts";
export type { ClassifyInput } from "./classify-input.ts";
