import type { Harness } from "../../kernel/run/index.ts";
import { planSession, playSession } from "../play/index.ts";
import { shippedNames } from "../story/index.ts";
import { transcriptOf, type Transcript } from "./transcript.ts";

/** Most stories are over by then. */
const MAX_TURNS = 60;
/** They mostly wait for the disk. */
const AT_ONCE = 6;

export type CleanWish = {
  seeds: ReadonlyArray<number | string>;
  out: string;
  onPlayed?: (done: number, all: number) => void;
};

/** The embedded narrator without a fault, in every shipped story, with another group for every seed. */
export async function cleanSessions(
  harness: Harness,
  { seeds, out, onPlayed }: CleanWish,
): Promise<Transcript[]> {
  const wishes = shippedNames("story").flatMap((story) => seeds.map((seed) => ({ story, seed })));
  const played: Transcript[] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < wishes.length) {
      const index = next++;
      const { story, seed } = wishes[index]!;
      const config = planSession(harness, {
        story,
        seed,
        prompt: "baseline",
        narrator: "house",
        playerModel: "house",
        classifier: "house",
        observer: "house",
        maxTurns: MAX_TURNS,
      });
      const { state } = await playSession(harness, { config, out, sessionId: `${story}-${seed}` });
      played[index] = transcriptOf({
        name: `${story}-${seed}`,
        config: state.config,
        records: state.records,
      });
      onPlayed?.(++done, wishes.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return played;
}
