import type { Classification } from "../../contract/index.ts";

/** The number of the pulse that an output tells, or nothing. A private moment may carry a pulse for the others. */
export function pulseNumber({ type, segments, concluded }: Classification, before: number): number | undefined {
  // The ending closes the last beat; it is none of its own.
  if (concluded) return undefined;
  return type === "pulse" || segments.some((segment) => segment.type === "pulse") ? before + 1 : undefined;
}
