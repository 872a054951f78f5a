/**
 * Claim: `matrix --baseline` cries wolf in at most 5 % of comparisons without a change, and notices in at least 70 % when
 * sessions that end well fall from 95 to 80 %. Simulated matrices: outcomes by chance, scores with noise, the whole gate.
 *
 *   node benches/baseline-gate.ts [comparisons, 2000] [groups, 50] [part of the name of a world]
 *
 * Exit 1 where an aim is missed.
 */
import { dice } from "../src/kernel/dice/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import { compareBaseline } from "../src/playtest/experiment/matrix/compare/compare-baseline.ts";
import { planOf, rowsOf } from "../tests/support/playtest/matrix-rows.ts";
import { printHeader, reportMissed } from "./measure.ts";

const [comparisons = 2000, groups = 50] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4] ?? "";

type Matrix = { well: readonly number[]; worth?: number; rounds?: number };

/** `well`: how often a session of each prompt is completed; otherwise it fails, crashes or runs out of turns. `worth`: points for completing. */
function matrix(seed: string, { well, worth = 20, rounds = groups }: Matrix) {
  const draw = dice(seed, "baseline-gate");
  const rows = well.flatMap((share, prompt) =>
    rowsOf({
      rounds,
      prompt: `prompt ${prompt + 1}`,
      of: (at) => {
        const good = draw.next() < share;
        const bad = (["failed", "crashed", "timeout"] as const)[draw.int(3)]!;
        return {
          outcome: good ? ("completed" as const) : bad,
          metrics: {
            overall: 60 + 8 * (draw.next() + draw.next() + draw.next() - 1.5) + (at % 7) + (good ? worth : 0),
          },
        };
      },
    }),
  );
  return { name: "before", config: planOf(rows).config, seed: 1, rows };
}

/** The share that ends well, of each prompt. `aim`: alarms at least, where something has changed. */
type World = { before: number[]; now: number[]; pool?: number; worth?: number; aim?: number };
const worlds: Record<string, World> = {
  "no change, 98 % end well": { before: [0.98], now: [0.98] },
  "no change, 95 % end well": { before: [0.95], now: [0.95] },
  "no change, 80 % end well": { before: [0.8], now: [0.8] },
  "no change, 95 %, baseline four times as large": { before: [0.95], now: [0.95], pool: 4 },
  "no change, two prompts, 95 %": { before: [0.95, 0.95], now: [0.95, 0.95] },
  "no change, two prompts, 80 %": { before: [0.8, 0.8], now: [0.8, 0.8] },
  "from 95 % to 80 %": { before: [0.95], now: [0.8], aim: 0.7 },
  "from 95 % to 80 %, with no effect on the score": { before: [0.95], now: [0.8], worth: 0, aim: 0.7 },
  "from 95 % to 80 %, baseline four times as large": { before: [0.95], now: [0.8], pool: 4, aim: 0.7 },
  "one of two prompts from 95 % to 80 %": { before: [0.95, 0.95], now: [0.95, 0.8] },
};

const percent = (count: number) => {
  const [low, high] = clopperPearson(count, comparisons);
  return `${((100 * count) / comparisons).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
};

printHeader(`matrix --baseline: alarms in ${comparisons} comparisons of ${groups} groups`);
console.log("| world | first-failure rule (--strict) | default |\n| --- | --- | --- |");
const missed: string[] = [];
for (const [name, { before, now, pool = 1, worth, aim }] of Object.entries(worlds).filter(([name]) =>
  name.includes(only),
)) {
  const alarms = { strict: 0, usual: 0 };
  for (let run = 0; run < comparisons; run += 1) {
    const baseline = matrix(`${name}/${run}/before`, { well: before, worth, rounds: pool * groups });
    const current = matrix(`${name}/${run}/now`, { well: now, worth });
    const { regressions, outcomes } = compareBaseline(baseline, current, "overall");
    if (regressions.length > 0) alarms.usual += 1;
    if (regressions.length > 0 || (outcomes.before.failed === 0 && outcomes.after.failed > 0))
      alarms.strict += 1;
  }
  console.log(`| ${name} | ${percent(alarms.strict)} | ${percent(alarms.usual)} |`);
  const share = alarms.usual / comparisons;
  const isUnchanged = before.every((well, prompt) => well === now[prompt]);
  if (isUnchanged && share > 0.05) missed.push(`at most 5 % false alarms, ${name}: ${percent(alarms.usual)}`);
  if (aim !== undefined && share < aim)
    missed.push(`at least ${100 * aim} % alarms, ${name}: ${percent(alarms.usual)}`);
}
console.log("");
reportMissed(missed);
