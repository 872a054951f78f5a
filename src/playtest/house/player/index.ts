export { crossTalk, play } from "./play.ts";
