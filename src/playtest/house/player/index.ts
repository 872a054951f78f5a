export { archetypeLines } from "./lines/index.ts";
export { crossTalk, play } from "./play.ts";
