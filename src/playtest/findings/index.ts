/** The kinds of findings: those that code can find in a turn, and those for a reader. */
export { excerpt, MECHANICAL } from "./finding-kind.ts";
export type { FailureField, ReaderQuestion } from "./finding-kind.ts";
export {
  countedKind,
  detect,
  isMechanical,
  kindOf,
  kindsInOrder,
  readerKinds,
  singularOf,
  type OwnKinds,
} from "./kinds.ts";
export { missedFaults, readerRates } from "./reader-rates.ts";
