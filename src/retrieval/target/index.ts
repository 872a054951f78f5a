export { readService, type Service } from "./service-file.ts";
export { runTarget } from "./run-target.ts";
export { builtInRules, builtInTarget } from "./built-in-target.ts";
export { estimatePipeline } from "./estimate-pipeline.ts";
export { httpTarget, moduleTarget } from "./outside-target.ts";
