import type { Issue } from "../../contract/index.ts";
import { breakdown } from "./breakdown.ts";
import { leak } from "./leak.ts";
import type { Detector, Observation } from "./observation.ts";
import { repetition } from "./repetition.ts";
import { stuck, STUCK_AFTER } from "./stuck.ts";

const detectors: ReadonlyArray<{ detector: Detector; looksFor: string }> = [
  { detector: breakdown, looksFor: "breakdowns (nothing told, leftovers of a format, a refusal)" },
  { detector: repetition, looksFor: "repetition, verbatim or lightly edited" },
  { detector: stuck, looksFor: `stalls (${STUCK_AFTER} turns without a pulse)` },
  { detector: leak, looksFor: "secrets given away word for word" },
];

/** What code looks for without a model, for reports. */
export const lookedFor: readonly string[] = detectors.map(({ looksFor }) => looksFor);

/** Looks at one turn. Deterministic, without a model and without memory: what it must know stands in the observation. */
export const detect = (observation: Observation): Issue[] =>
  detectors.flatMap(({ detector }) => detector(observation));
