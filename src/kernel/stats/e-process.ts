/**
 * Evidence that may be looked at after every pair: E = 2ⁿ·w!·l!/(n+1)!, what a fair coin's record would pay a bettor who
 * favours no side beforehand. Whoever stops at E ≥ 1/α is wrong about two equal arms in at most α of all cases, however
 * often they look.
 */
import { logFactorial } from "./log-factorial.ts";

export type WinRecord = { wins: number; losses: number };

export const logEValue = ({ wins, losses }: WinRecord): number =>
  (wins + losses) * Math.LN2 + (logFactorial(wins) + logFactorial(losses)) - logFactorial(wins + losses + 1);

/** At most the greatest number there is, so that JSON can hold it. */
export const eValue = (record: WinRecord): number => Math.min(Number.MAX_VALUE, Math.exp(logEValue(record)));

/** The fewest wins of n that decide. Null where not even n do. */
export function minimumWins(n: number, alpha = 0.05): number | null {
  const decides = (wins: number) => logEValue({ wins, losses: n - wins }) >= -Math.log(alpha);
  if (!decides(n)) return null;
  let [low, high] = [Math.floor(n / 2), n];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return high;
}
