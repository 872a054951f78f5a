export { readService, type Service } from "./service-file.ts";
export { runTarget } from "./run-target.ts";
export { builtInRules, builtInTarget } from "./built-in-target.ts";
export { estimatePipeline } from "./estimate-pipeline.ts";
export {
  functionTarget,
  givenFunctions,
  httpTarget,
  moduleTarget,
  type GivenFunctions,
} from "./outside-target.ts";
