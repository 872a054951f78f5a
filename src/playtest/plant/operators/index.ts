/** An operator for every fault: the place is drawn, recorded, and one to a copy. */
import type { Operator } from "../operator.ts";
import { contradictions } from "./contradictions.ts";
import { leak } from "./leaks.ts";
import { loops } from "./loops.ts";
import { scenes } from "./scenes.ts";
import { blunt } from "./segues.ts";

export const operators: readonly Operator[] = [...loops, ...contradictions, ...scenes, leak, blunt];
export { strayedTurns } from "./segues.ts";
