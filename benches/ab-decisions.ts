/**
 * Claim: an A/B test until decided names the arm that wins more pairs, however many tie, and names one of two equal arms in at most
 * 5 % of tests. It tests win chances: its sentence says so, and shows the mean beside them. Thrown scores from a seed, without a model.
 *
 *     node benches/ab-decisions.ts [tests]
 *
 * Exit 1 where an aim is missed: E of 20 or more always names the winner, and equal arms have one in at most 5 %.
 */
import type { AbDecision, AbPair, AbPlan } from "../src/contract/index.ts";
import { dice, type Dice } from "../src/kernel/dice/index.ts";
import { winnerLine } from "../src/playtest/index.ts";
import { pairWon } from "../src/playtest/experiment/ab/ab-pairs.ts";
import { capPower, chanceToDecide } from "../src/playtest/experiment/ab/ab-power.ts";
import { decide, differenceInterval, type DecideOptions } from "../src/playtest/experiment/ab/decide.ts";
import { printHeader, printTable, reportMissed } from "./measure.ts";

const TESTS = Number(process.argv[2] ?? 2_000);
const CAP = 200;
const sequential: DecideOptions = {
  untilDecided: true,
  alpha: 0.05,
  times: CAP,
  checkpoints: 1,
  higherIsBetter: true,
};

type Throw = (thrown: Dice) => readonly [a: number, b: number];

const pairsOf = (thrown: Dice, count: number, once: Throw): AbPair[] =>
  Array.from({ length: count }, (_, index) => {
    const [a, b] = once(thrown);
    const scored = { a, b, crashed: [] };
    return { index, checkpoint: 0, replicate: index + 1, ...scored, won: pairWon(scored, true) };
  });

const testsOf = (seed: string, once: Throw, options = sequential) =>
  Array.from({ length: TESTS }, (_, run) => {
    const pairs = pairsOf(dice(seed, run), options.times, once);
    return { pairs, decision: decide(pairs, options) };
  });

/** The rule before: no winner where most pairs tie, or where the mean points the other way. */
function winnerBefore({ eValue, wins, ties, pairsUsed, betterMean }: AbDecision): "a" | "b" | null {
  const ahead = wins.b > wins.a ? "b" : "a";
  if (eValue < 20 || ties > 0.5 * pairsUsed || (betterMean && betterMean !== ahead)) return null;
  return ahead;
}

const missed: string[] = [];

const percent = (count: number, of = TESTS) => `${((100 * count) / of).toFixed(1)} %`;
const shareOf = (decisions: ReadonlyArray<{ decision: AbDecision }>, is: (decision: AbDecision) => boolean) =>
  percent(decisions.filter(({ decision }) => is(decision)).length, decisions.length);

const withTies =
  (ties: number, share: number): Throw =>
  (thrown) =>
    thrown.chance(ties) ? [3, 3] : thrown.chance(share) ? [1, 2] : [2, 1];

printHeader(`Who wins an A/B test: ${TESTS} tests each, at most ${CAP} pairs, alpha .05`);

console.log("B wins 90 % of the pairs that do not tie: how often B is named\n");
printTable(
  ["ties", "E ≥ 20", "before", "now"],
  [0, 0.3, 0.55, 0.8].map((ties) => {
    const tests = testsOf("ties", withTies(ties, 0.9));
    const unnamed = tests.filter(({ decision }) => decision.eValue >= 20 && decision.winner === null).length;
    if (unnamed > 0) missed.push(`a winner where E ≥ 20, ${percent(ties, 1)} ties: none in ${unnamed} tests`);
    return [
      percent(ties, 1),
      shareOf(tests, ({ eValue }) => eValue >= 20),
      shareOf(tests, (decision) => winnerBefore(decision) === "b"),
      shareOf(tests, ({ winner }) => winner === "b"),
    ];
  }),
);

console.log("Equal arms: how often one is named; aim at most 5 %\n");
printTable(
  ["ties", "before", "now", "20 pairs tested once"],
  [0, 0.3, 0.55, 0.8].map((ties) => {
    const tests = testsOf("null", withTies(ties, 0.5));
    const once = testsOf("null-once", withTies(ties, 0.5), { ...sequential, untilDecided: false, times: 20 });
    for (const [how, all] of [
      ["until decided", tests],
      ["tested once", once],
    ] as const) {
      const named = all.filter(({ decision }) => decision.winner !== null).length;
      if (named / TESTS > 0.05)
        missed.push(`at most 5 % winners of equal arms, ${how}, ${percent(ties, 1)} ties: ${percent(named)}`);
    }
    return [
      percent(ties, 1),
      shareOf(tests, (decision) => winnerBefore(decision) !== null),
      shareOf(tests, ({ winner }) => winner !== null),
      shareOf(once, ({ winner }) => winner !== null),
    ];
  }),
);

const normal = (thrown: Dice) =>
  Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());
/** Both have a mean of 1; B is above A in 63 % of the pairs. */
const skewed: Throw = (thrown) => [-Math.log(1 - thrown.next()), 1 + 0.05 * normal(thrown)];
const plan = {
  a: { label: "exponential", wish: {} },
  b: { label: "narrow", wish: {} },
  metric: "overall",
  alpha: 0.05,
} as unknown as AbPlan;

console.log("A exponential, B narrow, the same mean: what is said\n");
const saysWhatIsTested = ({ line }: { line: string }) =>
  /the test compares (win chances|means), not/.test(line);
const cases = (["until decided", "tested once"] as const).map((how) => {
  const options = { ...sequential, times: 100, untilDecided: how === "until decided" };
  const tests = testsOf("skewed", skewed, options).map(({ pairs, decision }, run) => {
    // Intervals take a while: those of a part of the tests tell.
    const known = run < 300 ? differenceInterval(pairs, options) : undefined;
    const line = winnerLine({ ...plan, ...options } as unknown as AbPlan, {
      decision: { ...decision, interval: known },
    });
    return { decision, line, interval: known };
  });
  const named = tests.filter(({ decision }) => decision.winner !== null);
  return { how, tests, named };
});
printTable(
  [
    "100 pairs at most",
    "B named",
    "A named",
    "says what is tested",
    "says that the other has the better mean",
  ],
  cases.map(({ how, tests, named }) => [
    how,
    shareOf(tests, ({ winner }) => winner === "b"),
    shareOf(tests, ({ winner }) => winner === "a"),
    percent(named.filter(saysWhatIsTested).length, named.length),
    percent(named.filter(({ line }) => line.includes("although")).length, named.length),
  ]),
);
for (const { how, named } of cases) {
  if (!named.every(saysWhatIsTested)) missed.push(`every verdict says what is tested, ${how}`);
  const agrees = named.find(({ line, interval }) => interval && !line.includes("although"));
  const against = named.find(({ line, interval }) => interval && line.includes("although"));
  for (const example of [agrees, against]) if (example) console.log(`${example.line}\n`);
}

console.log("What a cap can show: power against an arm that wins so many of the pairs (exact, simulated)\n");
printTable(
  ["cap", "60 %", "70 %", "80 %", "found with 80 % power"],
  [20, 50, 100].map((cap) => [
    String(cap),
    ...[0.6, 0.7, 0.8].map((share) => {
      const options = { ...sequential, times: cap };
      const tests = testsOf(`power-${cap}`, withTies(0, share), options);
      const exact = chanceToDecide(share, { units: cap, alpha: 0.05 });
      return `${percent(exact, 1)}, ${shareOf(tests, ({ winner }) => winner === "b")}`;
    }),
    percent(capPower({ units: cap, alpha: 0.05 }).share!, 1),
  ]),
);

console.log(
  "The interval of the mean difference after stopping early: how often it holds the truth (95 % nominal)\n",
);
const SEEN = Math.min(300, TESTS);
printTable(
  ["true difference, in standard deviations", "until decided", "100 pairs, tested once"],
  [0, 0.5, 1].map((truth) => [
    String(truth),
    ...[true, false].map((untilDecided) => {
      const options = { ...sequential, untilDecided, times: 100 };
      let held = 0;
      for (let run = 0; run < SEEN; run += 1) {
        const pairs = pairsOf(dice("interval", run), 100, (thrown) => [0, truth + normal(thrown)]);
        const { low, high } = differenceInterval(pairs, options) ?? { low: -Infinity, high: Infinity };
        if (low <= truth && truth <= high) held += 1;
      }
      return percent(held, SEEN);
    }),
  ]),
);
reportMissed(missed);
