export { createContent, type Content } from "./named-content.ts";
export { guideFrom } from "./guide-from.ts";
export { textsOf } from "./session-texts.ts";
