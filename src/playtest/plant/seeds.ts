import type { Bank } from "./operator.ts";

/**
 * Rules were written and thresholds chosen by looking at sessions of the first seeds, told of in the first bank of words.
 * What is reported comes from others: a detector that has learned its examples by heart must not look good. Whoever reads a
 * miss or a false alarm of a seed that is reported moves it to the others and takes new ones.
 */
export const FIT_SEEDS = [
  101,
  102,
  103,
  201,
  202,
  203,
  204,
  301,
  302,
  303,
  304,
  ...Array.from({ length: 40 }, (_, at) => 901 + at),
] as const;
export const REPORT_SEEDS = [1101, 1102, 1103, 1104] as const;
/** For the test run, which rules have to pass: were it held on what is reported, that would be fitted on before long. */
export const QUICK_SEEDS = [409] as const;

type Seeds = ReadonlyArray<number | string>;
const looked = new Set<string>([...FIT_SEEDS, ...QUICK_SEEDS].map(String));
const isLookedAt = (seed: number | string) => looked.has(String(seed));

/** Seeds that somebody has looked at while fitting get the words that were fitted on, so that the others stay unseen. */
export const bankFor = (seeds: Seeds): Bank => (seeds.every(isLookedAt) ? "fit" : "report");

/** What a reader has to know about seeds of both sides. */
export function notesOnSeeds(seeds: Seeds): string[] {
  const own = seeds.filter(isLookedAt);
  return own.length === 0 || own.length === seeds.length
    ? []
    : [
        `Rules were fitted on, or are tested with, sessions of the seeds ${own.join(", ")}: rates that include them look better than they are.`,
      ];
}
