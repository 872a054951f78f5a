export {
  counted,
  turnsInWords,
  rounded,
  inline,
  markdownTable,
  quoted,
  shorten,
  visible,
} from "./markdown.ts";
export { countDeviations, deviationCountsSection, deviationLine, deviationsSection } from "./deviations.ts";
