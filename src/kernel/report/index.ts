export {
  counted,
  turnsInWords,
  rounded,
  inline,
  markdownTable,
  pText,
  quoted,
  shorten,
  shownP,
  signed,
  visible,
} from "./markdown.ts";
export { countDeviations, deviationCountsSection, deviationLine, deviationsSection } from "./deviations.ts";
