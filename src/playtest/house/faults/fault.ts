import type { HouseTruth } from "../house-truth.ts";
import type { Scene } from "../narrator/index.ts";

export type Performance = { text: string; truth: HouseTruth };

/** A narrator with a known fault: the plain one, but for what it plants. */
export type Fault = (scene: Scene) => Performance;
