/** What a person sees while a session is played: turn, pulse, who is speaking, cost so far. */
import type { SessionConfig } from "../../contract/index.ts";
import type { SessionState, Watch } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";

export type ProgressOptions = {
  config: SessionConfig;
  /** Told before it goes on: what a branch or a resumed session begins with. */
  pulses?: number;
  /** Which of several branches. */
  branch?: string;
};

export function sessionProgress(
  io: Io,
  { config, pulses = 0, branch }: ProgressOptions,
): Required<Pick<Watch, "onStep" | "onTurn" | "onWindow">> & { done(): void } {
  const line = io.progress(branch === undefined ? "" : `${branch},`);
  let told = pulses;
  const names = config.group.players.map(({ name }) => name);
  const doing = {
    narrating: "the narrator speaks",
    classifying: "everybody listens",
    reacting: `at the table: ${names.join(", ")}`,
    relaying: `${names[config.group.spokesperson]} speaks for the group`,
    reading: "reading the last turns",
  };
  return {
    onStep: ({ turn, doing: what, cost }) =>
      line.show(
        `turn ${turn}${config.expectedPulses === undefined ? "" : `, pulse ${told}/${config.expectedPulses}`}, $${cost.toFixed(4)}, ${doing[what]}`,
      ),
    onTurn: (state: SessionState) => {
      told = state.pulses.length;
    },
    onWindow: ({ done, of, cost }) => line.show(judgingText({ done, of, cost })),
    done: () => line.done(),
  };
}

/** How far a judge is. */
export const judgingText = ({ done, of, cost }: { done: number; of: number; cost: number }): string =>
  `judging, window ${Math.min(done + 1, of)} of ${of}, ${done} done, $${cost.toFixed(4)}`;
