/** The cast of a session: the gateway to the models, and the model or narrator of each role. */
import type { NarratorMarks, TurnRecord } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import type { SessionState } from "./apply-turn.ts";

export type Cast = {
  gateway: Gateway;
  narrator: Narrator;
  /** Absent: the narrator's markers alone say who hears what. */
  classifier?: ResolvedModel;
  /** By seat. */
  players: readonly ResolvedModel[];
  clock: Clock;
  signal?: AbortSignal;
  /** Called as each step begins, for progress. */
  onStep?: (step: Step) => void;
  /** Called with the faults that a house narrator planted. Detectors never see them. */
  onTruth?: (truth: { turn: number; truth: unknown }) => void;
};

export type Step = {
  turn: number;
  doing: "narrating" | "classifying" | "reacting" | "relaying" | "reading";
};

/** The system under test: given the session so far, it tells what happens next. */
export type Narrator = {
  /** The name that reports use. */
  readonly label: string;
  tell(state: SessionState, options: { turn: number; signal?: AbortSignal }): Promise<Told>;
};

type Told = {
  text: string;
  /** The id of the model that answered. */
  model: string;
  finish: string;
  /** What a narrator of the user's own says about its output. */
  marks?: NarratorMarks;
  /** Set if the oldest turns were summed up to fit. */
  context?: TurnRecord["context"];
  /** The faults that a house narrator planted. They go to a file beside the transcript, never into the record. */
  truth?: unknown;
  /** Returned to the narrator next turn. Kept in the record and never inspected. */
  state?: unknown;
  /** The narrator keeps its state on its own side, so no turn can be replayed to it. */
  keepsState?: boolean;
};

/** `provider/id`, with the id that the provider reports: not always the requested one. */
export const answeredAs = ({ provider, label }: ResolvedModel, id: string): string =>
  id === "" ? label : `${provider}/${id}`;
