/**
 * Claim: `matrix --baseline` cries wolf in at most 5 % of comparisons without a change, and notices when sessions that end
 * well fall from 95 to 80 %. Simulated matrices: outcomes by chance, scores with noise, the whole gate.
 *
 *   node benches/baseline-gate.ts [comparisons, 2000] [groups, 50]
 */
import { dice } from "../src/kernel/dice/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import { compareBaseline } from "../src/playtest/experiment/matrix/compare/compare-baseline.ts";
import { planOf, rowsOf } from "../tests/support/playtest/matrix-rows.ts";
import { printHeader } from "./measure.ts";

const [comparisons = 2000, groups = 50] = process.argv.slice(2).map(Number);

type Matrix = { well: number; worth?: number; rounds?: number };

/** `well`: how often a session is completed; otherwise it fails, crashes or runs out of turns. `worth`: points for completing. */
function matrix(seed: string, { well, worth = 20, rounds = groups }: Matrix) {
  const draw = dice(seed, "baseline-gate");
  const rows = rowsOf({
    rounds,
    of: (at) => {
      const good = draw.next() < well;
      const bad = (["failed", "crashed", "timeout"] as const)[draw.int(3)]!;
      return {
        outcome: good ? ("completed" as const) : bad,
        metrics: {
          overall: 60 + 8 * (draw.next() + draw.next() + draw.next() - 1.5) + (at % 7) + (good ? worth : 0),
        },
      };
    },
  });
  return { name: "before", config: planOf(rows).config, seed: 1, rows };
}

type World = { before: number; now: number; pool?: number; worth?: number };
const worlds: Record<string, World> = {
  "no change, 98 % end well": { before: 0.98, now: 0.98 },
  "no change, 95 % end well": { before: 0.95, now: 0.95 },
  "no change, 80 % end well": { before: 0.8, now: 0.8 },
  "no change, 95 %, baseline four times as large": { before: 0.95, now: 0.95, pool: 4 },
  "from 95 % to 80 %": { before: 0.95, now: 0.8 },
  "from 95 % to 80 %, with no effect on the score": { before: 0.95, now: 0.8, worth: 0 },
  "from 95 % to 80 %, baseline four times as large": { before: 0.95, now: 0.8, pool: 4 },
};

const percent = (count: number) => {
  const [low, high] = clopperPearson(count, comparisons);
  return `${((100 * count) / comparisons).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
};

printHeader(`matrix --baseline: alarms in ${comparisons} comparisons of ${groups} groups`);
console.log("| world | first-failure rule (--strict) | default |\n| --- | --- | --- |");
for (const [name, { before, now, pool = 1, worth }] of Object.entries(worlds)) {
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
}
