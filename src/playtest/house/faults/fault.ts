import type { Scene } from "../narrator/index.ts";

/** What was planted, for those who measure detectors: the words stand in the text exactly so. */
export type Planted = { fault: string; kind: string; turn: number; about?: string; text: string };

export type Performance = { text: string; planted: readonly Planted[] };

/** A narrator with a known fault: the plain one, but for what it plants. */
export type Fault = (scene: Scene) => Performance;
