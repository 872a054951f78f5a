/** The kinds of findings: those that code can find in a turn, and those for a reader. */
export type { FailureField, Observation, ReaderQuestion } from "./finding-kind.ts";
export { detect, findingKinds, isMechanical, kindsInOrder, readerKinds } from "./kinds.ts";
export { afterTurn, openSecretLedger, type SecretLedger } from "./secret-ledger.ts";
