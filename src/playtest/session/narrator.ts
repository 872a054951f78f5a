import type { TurnRecord } from "../../contract/index.ts";
import type { SessionState } from "./session-state.ts";

/** The system under test: given the session so far, what is told next. */
export type Narrator = {
  /** As reports name it. */
  readonly label: string;
  tell(state: SessionState, options: { turn: number; signal?: AbortSignal }): Promise<Told>;
};

export type Told = {
  text: string;
  /** The id that really answered. */
  model: string;
  finish: string;
  /** Set where the oldest turns had to be summed up to fit. */
  context?: TurnRecord["context"];
  /** What an embedded narrator planted on purpose. It goes to a file beside the transcript, never into the record. */
  truth?: unknown;
  /** Whatever the narrator wants back next turn; kept in the record, never looked into. */
  state?: unknown;
  /** True where it keeps its state on its own side, so that no turn can be replayed to it. */
  keepsState?: boolean;
};
