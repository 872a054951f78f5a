export { createContent, type Content } from "./named-content.ts";
export { textsOf } from "./session-texts.ts";
