/**
 * The actors in benches give the shortest accepted answers, at once or after a delay. The rest of the time is our own.
 */
import { systemClock } from "../src/kernel/clock/index.ts";
import type { HouseMember } from "../src/kernel/models/index.ts";
import { CREATION_TURNS } from "../src/playtest/agents/index.ts";
import { archetypes } from "../src/playtest/archetypes/index.ts";
import { loadStory } from "../src/playtest/index.ts";

export const LATENCY_MS = 200;

export const BENCH_GROUP = ["engaged", "invested", "experienced", "follower"] as const;

/**
 * The calls of a session that wait for one another, on average. In a turn: narrator, players together, those who react
 * together, spokesperson. The classifier goes by rules, and the reader reads meanwhile.
 */
export function meanCriticalCalls(turns: number): number {
  const nobody = BENCH_GROUP.reduce((chance, id) => chance * (1 - archetypes[id].crossTalk), 1);
  return 2 * CREATION_TURNS + (turns - CREATION_TURNS) * (4 - nobody);
}

/** Three tellings per pulse: enough to avoid repetition. */
const tellings = loadStory("innsmouth").pulses.flatMap(({ text, choice }) =>
  text.map((telling) => `${telling} ${choice!.question}`),
);

const benchActor = (name: string, ms: number): HouseMember => ({
  name,
  does: "Answers at once, or after a while, with the same words.",
  async reply({ role, call }) {
    if (ms > 0) await systemClock.sleep(ms);
    if (role === "player")
      return {
        object: {
          says: "I look around and keep close to the others.",
          wants: "go on along the shore",
          offTopic: "none",
          private: null,
          tells: [],
          remember: null,
        },
      };
    if (role === "spokesperson")
      return { text: "We go on along the shore together, and keep our eyes open for the lamp." };
    return { text: tellings[Number(call?.split("/")[1] ?? 0) % tellings.length]! };
  },
});

/** `house/quick` and `house/slow`. */
export const benchActors = [benchActor("quick", 0), benchActor("slow", LATENCY_MS)];
