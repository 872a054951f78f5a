export { builtInRules, builtInTarget, type BuiltInOptions } from "./built-in-target.ts";
export { httpTarget, moduleTarget, type OutsideOptions } from "./outside-target.ts";
