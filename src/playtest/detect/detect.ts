import type { Issue } from "../../contract/index.ts";
import { breakdown } from "./breakdown.ts";
import { leak } from "./leak.ts";
import type { Detector, Observation } from "./observation.ts";
import { repetition } from "./repetition.ts";
import { stuck } from "./stuck.ts";

const detectors: readonly Detector[] = [breakdown, repetition, stuck, leak];

/** Looks at one turn. Deterministic, without a model and without memory: what it must know stands in the observation. */
export const detect = (observation: Observation): Issue[] =>
  detectors.flatMap((detector) => detector(observation));
