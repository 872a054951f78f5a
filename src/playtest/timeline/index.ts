export { sharingText, timeline } from "./timeline.ts";
