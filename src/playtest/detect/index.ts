/** What code can find in a turn without understanding it. Everything else needs a reader. */
export { detect, lookedFor } from "./detect.ts";
export type { Observation } from "./observation.ts";
export {
  afterTurn,
  openSecretLedger,
  type Secret,
  type SecretLedger,
  type SecretUse,
} from "./secret-ledger.ts";
export { STUCK_AFTER } from "./stuck.ts";
