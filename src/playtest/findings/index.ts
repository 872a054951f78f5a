/** The kinds of findings: what code can find in a turn without understanding it, and what a reader is asked to find. */
export type { FailureField, Observation, ReaderQuestion } from "./finding-kind.ts";
export { detect, findingKinds, isMechanical, kindsInOrder, mechanicalKinds, readerKinds } from "./kinds.ts";
export { afterTurn, openSecretLedger, type SecretLedger } from "./secret-ledger.ts";
