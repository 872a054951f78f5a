/**
 * Claims: `check --baseline` calls an unchanged target a regression in at most 5 % of runs, always finds a test that breaks, and
 * needs at most 1.15 calls a test (at most 1.12 in 1,000 runs; fewer scatter). The real check of the 94 shipped semantic
 * tests, against a simulated target.
 *
 * Assumed noise, drawn anew for each run:
 * - `spread`: every test hard-fails now and then, on average in 2 or 3 % of its attempts (beta distribution, a + b = 10).
 * - `flaky`: a tenth of the tests hard-fails in 5 to 40 % of its attempts, the others never.
 * - `very flaky`: the same in 5 to 60 %. Shown as the limit of the rule, and not part of the claims.
 * - Each secondary is lost in 17 % of the attempts on average (beta 0.8, 4), more often in some tests than in others.
 *
 *     node benches/check-baseline.ts [runs, 1000 by default]    (four minutes)
 *
 * Exit 1 where a claim fails.
 */
import { join } from "node:path";
import { itemLabel, type CheckResults } from "../src/contract/index.ts";
import { systemClock } from "../src/kernel/clock/index.ts";
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import { openJournal } from "../src/kernel/journal/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import {
  judgeCheck,
  loadBanks,
  resolveExpectations,
  runCheck,
  testsOf,
  type Target,
} from "../src/retrieval/index.ts";
import { fixed, inTemporaryFolder, printHeader, printTable, reportMissed } from "./measure.ts";

const runs = Number(process.argv[2] ?? 1000);
const banks = loadBanks(join(import.meta.dirname, "../test_banks"), { which: ["semantic"], required: true });
const tests = testsOf(banks, "semantic");
const expectations = resolveExpectations(tests, []);

/** Chances of one test: to hard-fail, and to lose each secondary. */
type Chances = { hardFail: number; loss: number };
type Noise = (throws: Dice, index: number) => Chances;

const loss = (throws: Dice): number => beta(0.8, 4, throws);
const spread =
  (mean: number): Noise =>
  (throws) => ({ hardFail: beta(10 * mean, 10 * (1 - mean), throws), loss: loss(throws) });
const flaky =
  (most: number): Noise =>
  (throws, index) => ({
    hardFail: index % 10 === 0 ? 0.05 + (most - 0.05) * throws.next() : 0,
    loss: loss(throws),
  });

/** By Jöhnk's method. */
function beta(a: number, b: number, throws: Dice): number {
  for (;;) {
    const [x, y] = [throws.next() ** (1 / a), throws.next() ** (1 / b)];
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}

function noisyTarget(chances: ReadonlyMap<string, Chances>, throws: Dice) {
  const expected = new Map(tests.map((test) => [test.test_id, test]));
  const counted = { calls: 0 };
  const target: Target = {
    facts: { name: "noisy", kind: "module", topK: 6, candidates: 15, notes: [] },
    async semantic({ test_id }) {
      counted.calls += 1;
      const { hardFail, loss: lost } = chances.get(test_id)!;
      if (throws.chance(hardFail)) return { selections: [] };
      const { expected_primary, expected_secondary } = expected.get(test_id)!;
      const found = [...expected_primary, ...expected_secondary.filter(() => !throws.chance(lost))];
      return { selections: found.map((item) => ({ entity_id: itemLabel(item) })) };
    },
  };
  return { target, counted };
}

type Scenario = { name: string; noise: Noise; repeat: number; breaks: boolean; claimed: boolean };
const noises: Array<Pick<Scenario, "name" | "noise" | "claimed">> = [
  { name: "spread, 2 %", noise: spread(0.02), claimed: true },
  { name: "spread, 3 %", noise: spread(0.03), claimed: true },
  { name: "flaky", noise: flaky(0.4), claimed: true },
  { name: "very flaky", noise: flaky(0.6), claimed: false },
];
const scenarios = [false, true].flatMap((breaks) =>
  noises
    .filter(({ claimed }) => claimed || !breaks)
    .flatMap((noise) => [1, 5].map((repeat): Scenario => ({ ...noise, repeat, breaks }))),
);

/** One pull request: the baseline, then a run beside it. */
async function compareOnce(
  { name, noise, repeat, breaks }: Scenario,
  { run, journal }: { run: number; journal: ReturnType<typeof openJournal> },
): Promise<{ red: boolean; calls: number }> {
  const throws = dice("check-baseline", name, repeat, String(breaks), run);
  const chances = new Map(tests.map(({ test_id }, index) => [test_id, noise(throws, index)]));
  const { target, counted } = noisyTarget(chances, throws);
  const fixedOptions = { banks, kb: undefined, expectations, journal, clock: systemClock, target };
  const before = await runCheck({ ...fixedOptions, repeat });
  if (breaks) chances.set(passedTest(before, throws), { hardFail: 1, loss: 0 });
  counted.calls = 0;
  const now = await runCheck({ ...fixedOptions, baseline: before });
  const { verdict } = judgeCheck(now, { baseline: { file: "before.json", results: before } }).outcome;
  return { red: verdict.outcome === "failed", calls: counted.calls / tests.length };
}

function passedTest({ semantic }: CheckResults, throws: Dice): string {
  const passed = semantic!.results.filter(({ is_hard_fail }) => !is_hard_fail);
  return passed[throws.int(passed.length)]!.test_id;
}

printHeader(`check --baseline, ${tests.length} tests`);
const missed: string[] = [];
await inTemporaryFolder(async (dir) => {
  const journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
  const rows: string[][] = [];
  for (const scenario of scenarios) {
    const { name, repeat, breaks, claimed } = scenario;
    // A broken test needs fewer runs: it is found every time.
    const times = breaks ? Math.ceil(runs / 5) : runs;
    let [red, calls] = [0, 0];
    for (let run = 0; run < times; run += 1) {
      const found = await compareOnce(scenario, { run, journal });
      red += Number(found.red);
      calls += found.calls / times;
    }
    const [low, high] = clopperPearson(red, times);
    const row = `${name}, baseline --repeat ${repeat}`;
    if (claimed && !breaks && low > 0.05) missed.push(`at most 5 % red unchanged: ${row}`);
    if (breaks && red < times) missed.push(`a broken test is always found: ${row}`);
    if (claimed && !breaks && calls > 1.15) missed.push(`at most 1.15 calls a test: ${row}`);
    rows.push([
      breaks ? "one test breaks" : "unchanged",
      name,
      String(repeat),
      String(times),
      fixed((100 * red) / times, 1),
      `${fixed(100 * low, 1)} to ${fixed(100 * high, 1)}`,
      fixed(calls, 2),
    ]);
  }
  await journal.close();
  printTable(["target", "noise", "baseline --repeat", "runs", "red %", "95 %", "calls a test"], rows);
});
reportMissed(missed);
