export {
  counted,
  turnsInWords,
  rounded,
  inline,
  markdownTable,
  pText,
  quoted,
  shorten,
  shortList,
  shownP,
  signed,
  visible,
  failedText,
  type Failed,
  timeSpan,
} from "./markdown.ts";
export {
  countNotes,
  inOrder,
  noteCountsSection,
  noteLine,
  noteLines,
  notesSection,
  turnList,
} from "./notes.ts";
export {
  ciMarkdown,
  ciVerdict,
  gateSuite,
  LONGEST_COMMENT,
  markerOf,
  untrusted,
  type CiFinding,
  type CiGate,
  type CiReport,
} from "./ci-report.ts";
export { junitXml, type JunitCase, type JunitSuite } from "./junit.ts";
export { verdictCi, verdictMarkdown } from "./verdict-ci.ts";
