/** What a narrator of the user's own is asked and answers, as docs/guide/narrators.md explains. */
import type { Story } from "./story.ts";
import type { NarratorMarks, Phase } from "./turn-record.ts";

export type NarratorRequest<State = unknown> = {
  version: 1;
  turn: number;
  phase: Phase;
  /** A model's task besides the story: create the characters, then begin. Empty in all later turns. */
  direction: string;
  /** The prompt and the guide, for narrators that use them. */
  prompt: string;
  story: string;
  guide: Story;
  /** The players' names. */
  players: string[];
  history: Array<{ turn: number; from: "narrator" | "group" | "player"; player?: string; text: string }>;
  /** The state that the narrator returned in the previous turn; null at first. */
  state: State | null;
};

export type NarratorAnswer<State = unknown> = {
  /** What is told in this turn. */
  text: string;
  /** What the text is, and who may hear it. They take precedence over the classifier. */
  marks?: NarratorMarks | undefined;
  /** Plain JSON. It is stored with the turn and sent back with the next one, which makes replays possible. */
  state?: State | undefined;
  /** True: the narrator keeps its own state, so its sessions can be resumed but not replayed. */
  keepsState?: boolean | undefined;
};

/**
 * A narrator under test. It is called once per turn with a copy of the request, and its answers are journalled, so that
 * a resumed session asks only for turns that have none. If it throws, the session stops and can be resumed.
 *
 * @example
 * const tellTale: NarratorFunction<{ told: number }> = ({ guide, state }) => {
 *   const told = state?.told ?? 0;
 *   return { text: `${guide.pulses[told]?.title ?? "The end"}. What do you do?`, state: { told: told + 1 } };
 * };
 */
export type NarratorFunction<State = unknown> = Narrating<State>["narrate"];

// As a method, so that a function with a state type of its own is a NarratorFunction too.
type Narrating<State> = {
  narrate(
    request: NarratorRequest<State>,
    context: { /** Aborted if the session is stopped or the answer takes too long. */ signal: AbortSignal },
  ): NarratorAnswer<State> | Promise<NarratorAnswer<State>>;
};
