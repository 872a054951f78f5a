import type { DetectorBench } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { cleanSessions, type CleanWish } from "./clean-sessions.ts";
import { humanBench, missingHumanText } from "./human/index.ts";
import { alarmsIn, missesIn } from "./mistakes.ts";
import { operators } from "./operators.ts";
import { plantFaults } from "./plant-faults.ts";
import { PREVALENCE, scoreDetectors } from "./score.ts";

/** The groups that play where no seeds are given. */
export const BENCH_SEEDS = [1101, 1102, 1103, 1104] as const;

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
  const tried = await plantFaults(transcripts, { operators, copies: copies ?? COPIES.house });
  const missing = missingHumanText(data);
  const human =
    data === undefined || missing.length > 0 ? undefined : await humanBench(data, copies ?? COPIES.human);
  return {
    version: 1,
    seeds: [...seeds],
    prevalence: PREVALENCE,
    kinds: {
      house: scoreDetectors({ transcripts, tried }),
      ...(human && { human: human.rates }),
    },
    misses: [...missesIn("house", tried), ...(human?.misses ?? [])],
    falseAlarms: [...alarmsIn("house", transcripts), ...(human?.falseAlarms ?? [])],
    notes: [
      "Faults that only a reader can find are listed as missing: `rehearse bench observer` measures a reader.",
      ...(missing.length === 0 ? [] : [`No rates on text by people: ${missing.join("; ")}.`]),
    ],
  };
}
