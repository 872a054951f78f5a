import type { HarnessError } from "../../kernel/errors/index.ts";
import { isRefusal } from "../../kernel/models/index.ts";

/** What a caller must mend before any session can be played. */
const SETUP = new Set([
  "missing-keys",
  "narrator-not-allowed",
  "unknown-model",
  "wrong-model-kind",
  "budget-without-price",
  "request-changed",
  "recording-miss",
  "bad-recording",
]);

/**
 * Does what stopped one of many sessions stop all the others too? Money that is spent, a stop, and what is wrong with
 * the setup do. One request that a model does not take, or one damaged folder, is that session's own.
 */
export const holdsForAll = (error: HarnessError): boolean =>
  error.exit === 4 || error.exit === 130 || SETUP.has(error.code) || isRefusal(error);
