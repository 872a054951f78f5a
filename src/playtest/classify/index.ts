/** Says what a narrator's output is and who hears which part of it. */
export { classify, LONGEST_OUTPUT } from "./classify.ts";
export { classifierInstructions, classifierReply, type ClassifyInput } from "./classifier-prompt.ts";
