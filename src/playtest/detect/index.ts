/** Issue detection: what went wrong in a turn, from the transcript alone, and a cheap model's word on what is doubtful. */
export { confusion } from "./confusion.ts";
export { contentWords } from "./content-words.ts";
export { detect, lookedFor, onlyHints, type Detected } from "./detect.ts";
export { containment, jaccard } from "./jaccard.ts";
export type { Detector, Finding, Observation } from "./observation.ts";
export {
  afterTurn,
  openSecretLedger,
  type Secret,
  type SecretLedger,
  type SecretUse,
} from "./secret-ledger.ts";
export { measuredRates } from "./measured-rates.ts";
export { ratesOf, recallOfAll } from "./rates-of.ts";
export { shingles } from "./shingles.ts";
export { STUCK_AFTER } from "./stuck.ts";
export { words } from "./words.ts";
