import type { Clock } from "../../kernel/clock/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import type { Narrator } from "./narrator.ts";

/** Who plays: the door to the models, and which model sits where. */
export type Cast = {
  gateway: Gateway;
  narrator: Narrator;
  classifier: ResolvedModel;
  /** How long a turn waits for the classifier's model before the rules decide. */
  classifyWithinMs: number;
  /** By seat. */
  players: readonly ResolvedModel[];
  clock: Clock;
  signal?: AbortSignal;
  /** Told as it happens, for progress. */
  onStep?: (step: Step) => void;
  /** Told what an embedded narrator planted on purpose: out of the detectors' reach. */
  onTruth?: (truth: { turn: number; truth: unknown }) => void;
};

export type Step = {
  turn: number;
  doing: "narrating" | "classifying" | "reacting" | "relaying" | "reading";
};
