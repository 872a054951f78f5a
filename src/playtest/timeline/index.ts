export { timeline } from "./timeline.ts";
