import type { DetectorBench } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { planSession, playSession } from "../play/index.ts";
import { shippedNames } from "../story/index.ts";
import { transcriptOf, type Transcript } from "./clean-transcript.ts";
import { alarmsIn, missesIn, PREVALENCE, scoreDetectors } from "./detector-rates.ts";
import { operators, plantFaults } from "./planted-faults.ts";

/** The groups that play if no seeds are given. */
export const BENCH_SEEDS = [1101, 1102, 1103, 1104] as const;

/** Copies of each session for each fault, at random places. */
export const COPIES = 3;

/**
 * Plants faults in clean sessions and counts what the detectors find, with false positives. No model is called; the
 * result is deterministic.
 */
export async function benchDetectors(
  harness: Harness,
  { copies = COPIES, ...options }: CleanOptions & { copies?: number },
): Promise<DetectorBench> {
  const transcripts = await cleanSessions(harness, options);
  const tried = await plantFaults(transcripts, { operators, copies });
  return {
    version: 1,
    seeds: [...options.seeds],
    prevalence: PREVALENCE,
    ...scoreDetectors({ transcripts, tried }),
    misses: missesIn(tried),
    falseAlarms: alarmsIn(transcripts),
    notes: [
      "Faults that only a reader can find are not planted: `rehearse bench observer` measures a reader.",
    ],
  };
}

/** Most stories are over by then. */
const MAX_TURNS = 60;
/** They mostly wait for the disk. */
const AT_ONCE = 6;

export type CleanOptions = {
  seeds: ReadonlyArray<number | string>;
  out: string;
  onPlayed?: (done: number, all: number) => void;
};

/** The embedded narrator without a fault, in every shipped story, with another group for every seed. */
export async function cleanSessions(
  harness: Harness,
  { seeds, out, onPlayed }: CleanOptions,
): Promise<Transcript[]> {
  const planned = shippedNames("story").flatMap((story) => seeds.map((seed) => ({ story, seed })));
  const played: Transcript[] = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < planned.length) {
      const index = next++;
      const { story, seed } = planned[index]!;
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
      onPlayed?.(++done, planned.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return played;
}
