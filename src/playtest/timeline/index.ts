export { sharingText, timeline, turnTitle } from "./timeline.ts";
