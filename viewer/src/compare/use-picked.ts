import { useState } from "react";
import { MOST_COMPARED } from "./compare-link.ts";

export type Picked = { picked: readonly string[]; pick: (id: string) => void; clear: () => void; /** No more can be compared at once. */ full: boolean };

/** Which sessions are ticked, in the order of ticking: the first is what the others are compared with. */
export function usePicked(): Picked {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (id: string) => setPicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : before.length < MOST_COMPARED ? [...before, id] : before));
  return { picked, pick, clear: () => setPicked([]), full: picked.length >= MOST_COMPARED };
}
