/** What a person sees while a session is played: turn, pulse, who is speaking, cost so far. */
import type { SessionState, Step } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";

const doing = { narrating: "the narrator speaks", classifying: "listening", reacting: "the players talk", relaying: "the spokesperson relays", observing: "noting" };

export function sessionProgress(io: Io, { expected, cost }: { expected: number; cost?: () => number }): { onStep(step: Step): void; onTurn(state: SessionState): void; done(): void } {
  const line = io.progress("turn");
  let pulses = 0;
  const money = () => (cost ? `, $${cost().toFixed(4)}` : "");
  return {
    onStep: ({ turn, doing: what }) => line.show(`${turn}, pulse ${pulses}/${expected}, ${doing[what]}${money()}`),
    onTurn: (state) => {
      pulses = state.pulses.length;
    },
    done: () => line.done(),
  };
}
