export { builtInRules, builtInTarget, type BuiltInOptions } from "./built-in/built-in-target.ts";
export { httpTarget, moduleTarget, type OutsideOptions } from "./outside-target.ts";
export {
  CANDIDATES,
  RECORDED,
  TOP_K,
  type Question,
  type Retrieved,
  type Target,
  type TargetFacts,
} from "./target.ts";
