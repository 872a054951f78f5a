import type { DetectorBench } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { cleanSessions, type CleanWish } from "./clean-sessions.ts";
import { humanBench, missingHumanText } from "./human/index.ts";
import { plantIndependent } from "./independent/index.ts";
import { alarmsIn, missesIn } from "./mistakes.ts";
import { operators } from "./operators/index.ts";
import { plantFaults } from "./plant-faults.ts";
import { PREVALENCE, scoreDetectors } from "./score.ts";
import { bankFor, notesOnSeeds } from "./seeds.ts";

/** Copies of each session for each fault: the places are drawn. Of human text there is one evening, and so more of it. */
export const COPIES = { house: 3, human: 40 } as const;

export type BenchWish = CleanWish & {
  /** The folder with text by people. */
  data?: string;
  copies?: number;
};

/** What the detectors find of faults that were planted on purpose, and what they find where there is none. Without any model, and the same every time. */
export async function benchDetectors(harness: Harness, wish: BenchWish): Promise<DetectorBench> {
  const { seeds, data, copies } = wish;
  const transcripts = await cleanSessions(harness, wish);
  const bank = bankFor(seeds);
  const tried = await plantFaults(transcripts, { operators, bank, copies: copies ?? COPIES.house });
  const independent = await plantIndependent(transcripts, bank);
  const missing = missingHumanText(data);
  const human =
    data === undefined || missing.length > 0
      ? undefined
      : await humanBench(data, { bank, copies: copies ?? COPIES.human });
  return {
    version: 1,
    seeds: [...seeds],
    bank,
    prevalence: PREVALENCE,
    kinds: {
      house: scoreDetectors({ transcripts, tried, operators, independent }),
      ...(human && { human: human.rates }),
    },
    misses: [...missesIn("house", { tried, independent }), ...(human?.misses ?? [])],
    falseAlarms: [...alarmsIn("house", transcripts), ...(human?.falseAlarms ?? [])],
    notes: [
      ...notesOnSeeds(seeds),
      ...(missing.length === 0 ? [] : [`No rates on text by people: ${missing.join("; ")}.`]),
    ],
  };
}
