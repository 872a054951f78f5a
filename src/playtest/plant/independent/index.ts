/** Faults in wordings that nobody who wrote a rule has chosen: what recall is worth beyond the examples. */
export { plantIndependent } from "./plant-independent.ts";
