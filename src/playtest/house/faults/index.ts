/** Narrators of whom it is known what is wrong with them: the ground truth that detectors are measured against. */
export { blunt } from "./blunt.ts";
export { derailed } from "./derailed.ts";
export type { Fault } from "./fault.ts";
export { forgetful } from "./forgetful.ts";
export { leaky } from "./leaky.ts";
export { looping } from "./looping.ts";
export { noisier, noisy } from "./noisy.ts";
export { plain } from "./plain.ts";
export { rushed } from "./rushed.ts";
export { stalled } from "./stalled.ts";
