export { readService, type Service } from "./service-file.ts";
export { builtInTarget, described, NO_EMBEDDER, rerankAsked, semanticOnes } from "./built-in-target.ts";
export { lexicalEntry, lexicalIndex } from "./lexical-index.ts";
export {
  functionTarget,
  givenFunctions,
  httpTarget,
  moduleTarget,
  type GivenFunctions,
} from "./outside-target.ts";
