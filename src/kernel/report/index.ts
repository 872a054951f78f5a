export { counted, turnsInWords } from "./counted.ts";
export { rounded } from "./rounded.ts";
export { inline, markdownTable, quoted, row, shorten, visible } from "./markdown.ts";
export { countDeviations, deviationCountsSection, deviationLine, deviationsSection } from "./deviations.ts";
