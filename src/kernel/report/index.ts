export { inline, markdownTable, quoted, row, shorten } from "./markdown.ts";
