export { createContent, type Content } from "./content.ts";
export { guideFrom } from "./guide-from.ts";
export { textsOf } from "./session-texts.ts";
