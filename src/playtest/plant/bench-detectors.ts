import type { DetectorBench } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { cleanSessions, type CleanWish } from "./clean-sessions.ts";
import { humanRates, missingHumanText } from "./human/index.ts";
import { operators } from "./operators/index.ts";
import { plantFaults, type Tried } from "./plant-faults.ts";
import { scoreDetectors } from "./score.ts";
import { FIT_SEEDS } from "./seeds.ts";

/** Copies of each session for each fault: the places are drawn. */
const COPIES = 3;

export type BenchWish = CleanWish & {
  /** The folder with text by people. */
  data?: string;
  copies?: number;
  onTried?: (tried: readonly Tried[]) => void;
};

/** What the detectors find of faults that were planted on purpose, and what they find where there is none. Without any model, and the same every time. */
export async function benchDetectors(harness: Harness, wish: BenchWish): Promise<DetectorBench> {
  const { seeds, data, copies = COPIES } = wish;
  const transcripts = await cleanSessions(harness, wish);
  // Seeds that rules were fitted on get the words they were fitted on, so that what is looked at while fitting stays apart.
  const bank = seeds.every((seed) => FIT_SEEDS.some((fit) => String(fit) === String(seed))) ? "fit" : "report";
  const tried = await plantFaults(transcripts, { operators, bank, copies });
  wish.onTried?.(tried);
  const missing = missingHumanText(data);
  return {
    version: 1,
    seeds: [...seeds],
    kinds: { house: scoreDetectors({ transcripts, tried, operators }), ...(data !== undefined && missing.length === 0 && { human: await humanRates(data, { bank }) }) },
    notes: missing.length === 0 ? [] : [`No rates on text by people: ${missing.join("; ")}.`],
  };
}
