/** Does a test that passed in the baseline fail now, and not only by chance? */
import type { LostTest } from "../../contract/index.ts";
import { DECIDING_ATTEMPTS } from "../run/index.ts";

/** So many failures of five are enough if the baseline shows that the test is stable. */
export const FAILURES_OF_STABLE = 4;

/** More attempts, by `--repeat`, need the same share of failures. An attempt without an answer is not a failure. */
export function isRegression({
  now,
  before,
  deterministic,
}: Pick<LostTest, "now" | "before" | "deterministic">): boolean {
  if (now.attempts < DECIDING_ATTEMPTS) return deterministic && now.failed === now.attempts;
  const needed = isStable(before) ? FAILURES_OF_STABLE : DECIDING_ATTEMPTS;
  return DECIDING_ATTEMPTS * now.failed >= needed * now.attempts;
}

const isStable = ({ passed, attempts }: LostTest["before"]): boolean =>
  attempts >= DECIDING_ATTEMPTS && passed === attempts;
