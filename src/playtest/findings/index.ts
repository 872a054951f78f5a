/** The kinds of findings: those that code can find in a turn, and those for a reader. */
export { excerpt, MECHANICAL } from "./finding-kind.ts";
export type { FailureField, ReaderQuestion } from "./finding-kind.ts";
export { detect, isMechanical, kindOf, kindsInOrder, readerKinds, type OwnKinds } from "./kinds.ts";
