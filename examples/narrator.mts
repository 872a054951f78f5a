/**
 * A narrator of your own: a module, asked once per turn. It tells the beats of the guide in order, and says so.
 *
 *     rehearse play --narrator ./examples/narrator.mts --player-model house --classifier none
 */
import type { NarratorFunction } from "rehearse-llm";

const narrate: NarratorFunction<{ told: number }> = ({ guide, phase, players, state }) => {
  if (phase === "creation") return { text: "Who are you, and what do you carry?" };
  const told = state?.told ?? 0;
  const beat = guide.pulses[told];
  if (!beat) return { text: "The sea closes over the road.\n\nThe End." };
  const text = `${beat.title}. ${beat.text?.[0] ?? beat.summary} ${players.join(", ")}, what do you do?`;
  return { text, marks: { types: ["pulse"], beats: [beat.title] }, state: { told: told + 1 } };
};

export default narrate;
