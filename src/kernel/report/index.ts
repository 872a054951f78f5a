export { counted, turnsInWords } from "./counted.ts";
export { inline, markdownTable, quoted, row, shorten } from "./markdown.ts";
