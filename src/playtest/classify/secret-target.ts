import type { Reading } from "./reading.ts";

/** Who was spoken to just before; not `sure` where they were only spoken of. */
export type SpokenTo = { seats: number[]; sure: boolean };

/** To whom a sentence is told in secret, if it is and if that can be said. */
export function secretTarget(
  { says, apart, addresses, nearest, named, you, phrase }: Reading,
  before: SpokenTo | undefined,
): { seats: number[]; confidence: number } | undefined {
  if (says === "nothing") return undefined;
  if (apart.length > 0) return { seats: apart, confidence: 0.9 };
  if (says === "inner") return { seats: nearest, confidence: 0.6 };
  if (addresses.length > 0) return { seats: nearest, confidence: 0.9 };
  if (before?.sure && (you || named.length === 0)) return { seats: before.seats, confidence: 0.75 };
  // Whoever was spoken of is not whom "you" means, unless it says that all the others are not.
  if (before && named.length === 0 && (!you || /alone|only|else/i.test(phrase)))
    return { seats: before.seats, confidence: 0.55 };
  if (named.length === 1) return { seats: named, confidence: 0.75 };
  // Of several the one named first is most often the one it happens to.
  if (named.length > 1) return { seats: [named[0]!], confidence: 0.55 };
  return undefined;
}
