/**
 * Claim: `judge --calibrate` finds an excellent judge usable in 97 % of calibrations or more, a blind one in 1 % or
 * less, and one that orders only 75 % of the clear pairs as people do in 5 % or less.
 *
 * Assumptions. A session has a quality (mean 6, the SD of the row). Its seven metrics differ from it by an SD of 0.7.
 * One person scores each metric with an error of SD 0.7, and the session as a whole with one of 0.5. The judge scores
 * each metric with an error of SD 0.7, and the session as a whole with one of `noise`; a blind judge scores another
 * session. All scores are whole numbers from 1 to 10.
 *
 *   node benches/judge-calibration.ts [calibrations per row, 1000] [seed, 1]
 */
import { HIGHEST_SCORE, LOWEST_SCORE } from "../src/contract/index.ts";
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import { wilson } from "../src/kernel/stats/index.ts";
import { orderOf, ordersAsPeople } from "../src/playtest/judge/calibration/clear-pairs.ts";
import { printHeader, printTable, reportMissed } from "./measure.ts";

const runs = Number(process.argv[2] ?? 1_000);
const seed = process.argv[3] ?? "1";
const METRICS = 7;

type Judge = { name: string; noise: number; blind?: boolean; passes?: { least?: number; most?: number } };
const judges: Judge[] = [
  { name: "excellent", noise: 0.5, passes: { least: 0.97 } },
  { name: "good", noise: 1.2 },
  { name: "mediocre", noise: 3.3, passes: { most: 0.05 } },
  { name: "blind", noise: 0.5, blind: true, passes: { most: 0.01 } },
];
/** Labelled sessions, and the SD of their quality. The claims are made for the first. */
const samples = [
  { sessions: 30, spread: 2 },
  { sessions: 20, spread: 2 },
  { sessions: 30, spread: 1.5 },
  { sessions: 60, spread: 1.5 },
];

const normal = ({ next }: Dice): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const asScore = (value: number): number => Math.min(HIGHEST_SCORE, Math.max(LOWEST_SCORE, Math.round(value)));

function drawSession(draw: Dice, spread: number, { noise, blind = false }: Judge) {
  const quality = 6 + spread * normal(draw);
  const seen = blind ? 6 + spread * normal(draw) : quality;
  const [byPeople, byJudge] = [quality + 0.5 * normal(draw), seen + noise * normal(draw)];
  let [people, judge] = [0, 0];
  for (let metric = 0; metric < METRICS; metric += 1) {
    const own = 0.7 * normal(draw);
    people += asScore(byPeople + own + 0.7 * normal(draw)) / METRICS;
    judge += asScore(byJudge + (blind ? 0 : own) + 0.7 * normal(draw)) / METRICS;
  }
  return { people, judge };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

printHeader(`How often a calibration says usable: ${runs} calibrations each`);
const missed: string[] = [];
const rows = samples.flatMap(({ sessions, spread }, sample) =>
  judges.map((judge) => {
    let [usable, share, pairs] = [0, 0, 0];
    for (let run = 0; run < runs; run += 1) {
      const draw = dice("judge calibration", seed, sample, judge.name, run);
      const order = orderOf(Array.from({ length: sessions }, () => drawSession(draw, spread, judge)));
      share += (order.share ?? 0) / runs;
      pairs += order.pairs / runs;
      if (ordersAsPeople(order)) usable += 1;
    }
    const { least = 0, most = 1 } = sample === 0 ? (judge.passes ?? {}) : {};
    if (usable / runs < least || usable / runs > most)
      missed.push(`${judge.name}: ${percent(usable / runs)}`);
    const interval = wilson(usable, runs).map(percent).join(" to ");
    return [
      `${judge.name}, noise ${judge.noise}`,
      String(sessions),
      String(spread),
      pairs.toFixed(0),
      percent(share),
      percent(usable / runs),
      interval,
    ];
  }),
);
printTable(["judge", "sessions", "SD", "clear pairs", "same order", "usable", "95 % interval"], rows);
reportMissed(missed);
