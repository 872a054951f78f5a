export { builtInRules, builtInTarget } from "./built-in-target.ts";
export { httpTarget, moduleTarget } from "./outside-target.ts";
