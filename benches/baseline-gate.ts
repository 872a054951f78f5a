/**
 * Claims, with 25 groups and independent sessions with a standard deviation of 9 points: a matrix of four equal prompts
 * names a difference in at most 5 %, and finds a prompt that gains 5, 8 or 10 points in at least 25, 60 and 80 %.
 * `matrix --baseline` is red in at most 5 % if nothing changed, with one variant or four, and in at least half if a
 * variant lost 5 points. Sessions of one group that resemble each other make it find more.
 *
 *     node benches/baseline-gate.ts [matrices of each kind, 400]
 *
 * Exit 1 where the 95 % interval of what was counted lies on the wrong side of a claim.
 */
import { dice } from "../src/kernel/dice/index.ts";
import { wilson } from "../src/kernel/stats/index.ts";
import { compareBaseline } from "../src/playtest/experiment/matrix/compare/compare-baseline.ts";
import { compareVariants } from "../src/playtest/experiment/matrix/compare/variants.ts";
import { overall, planOf, rowsOf } from "../tests/support/playtest/matrix-rows.ts";
import { printHeader, printTable, reportMissed } from "./measure.ts";

const [matrices = 400] = process.argv.slice(2).map(Number);
const [GROUPS, SPREAD, MEAN] = [25, 9, 60];

/** Normal, by Box and Muller. */
function normals(seed: string): () => number {
  const draw = dice(seed, "baseline-gate");
  return () => Math.sqrt(-2 * Math.log(1 - draw.next())) * Math.cos(2 * Math.PI * draw.next());
}

/** A prompt for each mean, with the same groups. */
function rowsAround(seed: string, means: readonly number[]) {
  const normal = normals(seed);
  return means.flatMap((mean, at) =>
    rowsOf({
      rounds: GROUPS,
      prompt: `prompt ${at + 1}`,
      of: () => overall(points(mean + SPREAD * normal())),
    }),
  );
}

const points = (value: number): number => Math.min(100, Math.max(0, Math.round(10 * value) / 10));

const foundIn = (seed: string, gain: number): boolean => {
  const compared = compareVariants(rowsAround(seed, [MEAN, MEAN, MEAN, MEAN + gain]), { by: "prompt" });
  if (gain === 0) return compared.some(({ result }) => result === "better" || result === "worse");
  return compared[2]!.result === "better";
};

function redIn(seed: string, { variants, change }: { variants: number; change: number }): boolean {
  const matrix = (when: string, mean: number) => {
    const rows = rowsAround(`${seed}/${when}`, Array<number>(variants).fill(mean));
    return { name: when, seed: 1, rows, config: planOf(rows).config };
  };
  return compareBaseline(matrix("before", MEAN), matrix("now", MEAN + change)).variants.some(
    ({ result }) => result === "worse",
  );
}

type World = { name: string; most?: number; least?: number; test(seed: string): boolean };
const worlds: World[] = [
  { name: "four equal prompts: any difference", most: 0.05, test: (seed) => foundIn(seed, 0) },
  { name: "a prompt gains 5 points: found", least: 0.25, test: (seed) => foundIn(seed, 5) },
  { name: "a prompt gains 8 points: found", least: 0.6, test: (seed) => foundIn(seed, 8) },
  { name: "a prompt gains 10 points: found", least: 0.8, test: (seed) => foundIn(seed, 10) },
  {
    name: "gate, one variant, unchanged: red",
    most: 0.05,
    test: (seed) => redIn(seed, { variants: 1, change: 0 }),
  },
  {
    name: "gate, one variant, 5 points lower: red",
    least: 0.5,
    test: (seed) => redIn(seed, { variants: 1, change: -5 }),
  },
  {
    name: "gate, four variants, unchanged: red",
    most: 0.05,
    test: (seed) => redIn(seed, { variants: 4, change: 0 }),
  },
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

printHeader(`${matrices} simulated matrices of each kind, ${GROUPS} groups, standard deviation ${SPREAD}`);
const missed: string[] = [];
const rows = worlds.map(({ name, most, least, test }) => {
  const seeds = Array.from({ length: matrices }, (_, at) => `${name}/${at}`);
  const hits = seeds.filter(test).length;
  const [low, high] = wilson(hits, matrices);
  const claim = most === undefined ? `≥ ${percent(least ?? 0)}` : `≤ ${percent(most)}`;
  if (low > (most ?? 1) || high < (least ?? 0)) missed.push(`${name}: ${claim}`);
  return [name, percent(hits / matrices), `${percent(low)} to ${percent(high)}`, claim];
});
printTable(["simulated", "share", "95 % interval", "claim"], rows);
reportMissed(missed);
