import type { HarnessError } from "../../kernel/errors/index.ts";
import { isRefusal } from "../../kernel/models/index.ts";

/** A refused key, money, an interruption and a journal that does not fit stop the run; a provider's trouble does not. */
export const endsTheRun = (error: HarnessError): boolean =>
  isRefusal(error) || error.exit === 4 || error.exit === 130 || STOPS.has(error.code);
const STOPS = new Set(["request-changed", "recording-miss", "bad-recording"]);
