export { archetypeLines } from "./lines/index.ts";
export { play } from "./play.ts";
