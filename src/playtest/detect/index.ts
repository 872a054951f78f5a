/** What code can find in a turn without understanding it. Everything else needs a reader. */
export { detect } from "./detect.ts";
export type { Observation } from "./observation.ts";
export { afterTurn, openSecretLedger, type Secret, type SecretLedger } from "./secret-ledger.ts";
