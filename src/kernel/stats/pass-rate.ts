/**
 * Has the pass rate of a test fallen? A sequential test for a whole bank: its false positives and its attempts are limited together,
 * and the attempts go where they find most.
 */
import { learnRates, type RateMix, type Tried } from "./learned-rates.ts";

export type { Tried } from "./learned-rates.ts";

/** The chance that any test of an unchanged target counts as worse. The aim is 5 %: the rest is for errors of the learned rates. */
export const FAMILY_ALPHA = 0.03;
/** The most attempts of one test with `auto`: with a baseline, and without. */
export const MOST_ATTEMPTS = { compared: 100, alone: 10 };
/** Attempts of a test on average, over the bank: 40 % of ten, with a margin for the estimated rates. */
const MEAN_ATTEMPTS = 3.93;
const LEAST_ATTEMPTS = 2;
/** One failure may be an accident of the network, whatever the statistics say. */
const LEAST_FAILURES = 2;
/** A test that never passed cannot get worse: so many attempts are enough. */
const HOPELESS = 3;

/** The fall to be found: by this much, and to this rate at most. */
const FALL = { by: 0.35, to: 0.6 };
/** It may also fall lower. */
const LOWER = { share: 0.3, rates: [0.02, 0.15, 0.3, 0.45] };
const LEAST_RATE = 0.02;

/** Without a baseline a test is held against one that passes 95 of 100, and asked until this is clearly wrong or right. */
const STABLE: Tried = { passed: 95, failed: 5 };
const CLEAR = Math.log(20);
/** Attempts that finding a fall may be worth. */
const WORTH = { least: 1, usual: 20, alone: 30, most: 200 };
const HIGHEST = 16;
const STEPS = { threshold: 12, worth: 9 };

export type RepeatDesign = {
  /** The evidence from which a test counts as worse. Corrected for the number of tests. */
  threshold: number;
  /** What to do after these attempts. Without a reference no test is worse. */
  next(reference: Tried | undefined, so: Tried): "go on" | "enough" | "worse";
  /** The largest evidence of a fall on the way through these attempts. */
  evidenceOf(reference: Tried, attempts: readonly boolean[]): number;
  /** The chance that any test of an unchanged target shows such evidence. */
  chanceOf(evidence: number): number;
  /** The chance that a test with this reference is found if it now passes at this rate. */
  power(reference: Tried, rate: number): number;
  /** The expected attempts of an unchanged test. */
  attempts(reference: Tried | undefined): number;
};

/**
 * The evidence is a likelihood ratio: the rates of a fallen test against those that its reference supports, given the bank. A test
 * counts as worse from a threshold at which the chances of all unchanged tests, on any of their attempts, sum up to alpha. It stops
 * early when the attempts still to come are worth more than the fall they might find. All chances are counted exactly.
 */
export function repeatDesign(
  references: readonly Tried[],
  { most, early }: { most: number; early: boolean },
): RepeatDesign {
  const ratesOf = learnRates(references);
  const tables = new Map<string, Table>();
  const tableOf = (reference: Tried): Table => {
    const key = `${reference.passed}/${reference.failed}`;
    const known = tables.get(key) ?? tableFor(reference, { rates: ratesOf(reference), most, early });
    tables.set(key, known);
    return known;
  };
  const groups = [...Map.groupBy(references, ({ passed, failed }) => `${passed}/${failed}`).values()].map(
    (same) => ({ table: tableOf(same[0]!), tests: same.length, everFailed: same[0]!.failed > 0 }),
  );
  type Worth = { stable: number; others: number };
  const tryOut = (threshold: number, { stable, others }: Worth) => {
    const sums = { worse: 0, attempts: 0 };
    for (const { table, tests, everFailed } of groups) {
      const { worse, attempts } = planStops(table, { threshold, worth: everFailed ? others : stable });
      sums.worse += tests * worse;
      sums.attempts += tests * attempts;
    }
    return sums;
  };
  const thresholdFor = (worth: Worth): number =>
    lowest((threshold) => tryOut(threshold, worth).worse <= FAMILY_ALPHA, {
      from: 0,
      to: HIGHEST,
      steps: STEPS.threshold,
    });
  // The threshold hardly depends on the worth of a fall, so one is chosen after the other.
  const mostWorth = (of: (worth: number) => Worth, { from, last }: { from: number; last: Worth }): Worth => {
    if (!early || references.length === 0) return last;
    const threshold = thresholdFor(last);
    const isCheap = (worth: number) =>
      tryOut(threshold, of(worth)).attempts <= MEAN_ATTEMPTS * references.length;
    return of(highest(isCheap, { from, to: WORTH.most, steps: STEPS.worth }));
  };
  const usual = { stable: WORTH.usual, others: WORTH.usual };
  const equal = mostWorth((each) => ({ stable: each, others: each }), { from: WORTH.least, last: usual });
  // A bank of stable tests changes by whole attempts: what is left over goes to the tests that failed at times.
  const worth = mostWorth((others) => ({ ...equal, others }), { from: equal.others, last: equal });
  const threshold = thresholdFor(worth);
  tryOut(threshold, worth);

  const planned = (reference: Tried): Table => {
    const isNew = !tables.has(`${reference.passed}/${reference.failed}`);
    const table = tableOf(reference);
    if (isNew) planStops(table, { threshold, worth: reference.failed > 0 ? worth.others : worth.stable });
    return table;
  };
  const alone = tableFor(STABLE, {
    rates: learnRates([])(STABLE),
    most: early ? Math.min(most, MOST_ATTEMPTS.alone) : most,
    early,
  });
  const expectedAlone = planStops(alone, { threshold: CLEAR, worth: WORTH.alone }).attempts;
  return {
    threshold,
    next(reference, { passed, failed }) {
      const table = reference ? planned(reference) : alone;
      const attempts = passed + failed;
      if (attempts >= table.most && !early) return "enough";
      const at = cell(attempts, failed);
      const stop = attempts > table.most ? ENOUGH : table.stops[at];
      if (stop === WORSE && early) return reference ? "worse" : "enough";
      return stop === ENOUGH || attempts >= table.most ? "enough" : "go on";
    },
    evidenceOf(reference, attempts) {
      const table = planned(reference);
      let [failed, largest] = [0, -Infinity];
      for (const [index, passed] of attempts.slice(0, most).entries()) {
        if (!passed) failed += 1;
        largest = Math.max(largest, evidenceAt(table, cell(index + 1, failed), failed));
      }
      return largest;
    },
    chanceOf: (evidence) =>
      // Without evidence in any test nothing speaks against the bank.
      evidence === -Infinity
        ? 1
        : Math.min(
            1,
            groups.reduce(
              (sum, { table, tests }) => sum + tests * walk(table, table.same, { threshold: evidence }).worse,
              0,
            ),
          ),
    power(reference, rate) {
      const table = planned(reference);
      return walk(table, pathsOf([{ rate, weight: 1 }], most), { threshold }).worse;
    },
    attempts(reference) {
      if (!reference) return expectedAlone;
      const table = planned(reference);
      return walk(table, table.same, { threshold }).attempts;
    },
  };
}

/** The lowest value that holds, if every higher one does. */
function lowest(
  holds: (value: number) => boolean,
  { from, to, steps }: { from: number; to: number; steps: number },
): number {
  let [low, high] = [from, to];
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The highest value that holds, if every lower one does. In equal ratios. */
function highest(
  holds: (value: number) => boolean,
  { from, to, steps }: { from: number; to: number; steps: number },
): number {
  if (from >= to || holds(to)) return to;
  let [low, high] = [from, to];
  for (let step = 0; step < steps; step += 1) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Cells by the number of attempts, then of failures. */
type Table = {
  most: number;
  early: boolean;
  /** The chance of one path to the cell: unchanged, and fallen. */
  same: Float64Array;
  fallen: Float64Array;
  canFall: boolean;
  stops: Uint8Array;
};

const [GO_ON, ENOUGH, WORSE] = [0, 1, 2];
const cell = (attempts: number, failed: number): number => (attempts * (attempts + 1)) / 2 + failed;

function tableFor(
  { passed }: Tried,
  { rates, most, early }: { rates: RateMix; most: number; early: boolean },
): Table {
  const same = pathsOf(rates, most);
  return {
    most,
    early,
    same,
    fallen: pathsOf(rates.flatMap(fallenFrom), most),
    canFall: passed > 0,
    stops: new Uint8Array(same.length),
  };
}

function fallenFrom({ rate, weight }: RateMix[number]): RateMix {
  const fall = Math.max(LEAST_RATE, Math.min(FALL.to, rate - FALL.by));
  const lower = LOWER.rates.filter((each) => each < fall);
  if (lower.length === 0) return [{ rate: fall, weight }];
  return [
    { rate: fall, weight: weight * (1 - LOWER.share) },
    ...lower.map((each) => ({ rate: each, weight: (weight * LOWER.share) / lower.length })),
  ];
}

/** The chance of one path to each cell, with these rates. */
function pathsOf(rates: RateMix, most: number): Float64Array {
  const paths = new Float64Array(cell(most, most) + 1);
  const weights = new Map<number, number>();
  for (const { rate, weight } of rates) weights.set(rate, (weights.get(rate) ?? 0) + weight);
  for (const [rate, weight] of weights)
    for (let failed = 0, first = weight; failed <= most; failed += 1, first *= 1 - rate)
      for (let attempts = failed, path = first; attempts <= most; attempts += 1, path *= rate)
        paths[cell(attempts, failed)]! += path;
  return paths;
}

const evidenceAt = ({ same, fallen, canFall }: Table, at: number, failed: number): number =>
  canFall && failed >= LEAST_FAILURES ? Math.log(fallen[at]! / same[at]!) : -Infinity;

/** Chooses the cells to stop at, from the last attempt back to the first, and returns what an unchanged test then does. */
function planStops(
  table: Table,
  { threshold, worth }: { threshold: number; worth: number },
): { worse: number; attempts: number } {
  const { most, early, same, fallen, canFall, stops } = table;
  const ratio = Math.exp(threshold);
  // By the number of failures: what is lost from here on, the chance to end as worse, and the attempts to come. Per path.
  const [lost, worse, attempts] = [0, 1, 2].map(() => new Float64Array(most + 2)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let done = most; done >= 0; done -= 1)
    for (let failed = 0; failed <= done; failed += 1) {
      const at = cell(done, failed);
      const missed = worth * fallen[at]!;
      const further = same[at]! + lost[failed]! + lost[failed + 1]!;
      const isWorse = canFall && failed >= LEAST_FAILURES && fallen[at]! >= ratio * same[at]!;
      const isEnough =
        done === most ||
        (early && (canFall ? done >= LEAST_ATTEMPTS && missed <= further : done >= HOPELESS));
      stops[at] = isWorse ? WORSE : isEnough ? ENOUGH : GO_ON;
      if (isWorse || isEnough) {
        lost[failed] = isWorse ? 0 : missed;
        worse[failed] = isWorse ? same[at]! : 0;
        attempts[failed] = 0;
      } else {
        lost[failed] = further;
        worse[failed] = worse[failed]! + worse[failed + 1]!;
        attempts[failed] = same[at]! + attempts[failed]! + attempts[failed + 1]!;
      }
    }
  return { worse: worse[0]!, attempts: attempts[0]! };
}

/** The chance to reach the threshold, and the attempts until any end, with the stops as planned. */
function walk(
  table: Table,
  paths: Float64Array,
  { threshold }: { threshold: number },
): { worse: number; attempts: number } {
  const { most, stops, same, fallen, canFall } = table;
  const ratio = Math.exp(threshold);
  const [worse, attempts] = [0, 1].map(() => new Float64Array(most + 2)) as [Float64Array, Float64Array];
  for (let done = most; done >= 0; done -= 1)
    for (let failed = 0; failed <= done; failed += 1) {
      const at = cell(done, failed);
      const isWorse = canFall && failed >= LEAST_FAILURES && fallen[at]! >= ratio * same[at]!;
      if (isWorse || done === most || stops[at] === ENOUGH) {
        worse[failed] = isWorse ? paths[at]! : 0;
        attempts[failed] = 0;
      } else {
        worse[failed] = worse[failed]! + worse[failed + 1]!;
        attempts[failed] = paths[at]! + attempts[failed]! + attempts[failed + 1]!;
      }
    }
  return { worse: worse[0]!, attempts: attempts[0]! };
}

/** pass^k: the chance that k attempts all pass, without bias; null if there are fewer attempts. */
export function passToTheK({ passed, failed }: Tried, k: number): number | null {
  if (passed + failed < k) return null;
  let chance = 1;
  for (let at = 0; at < k; at += 1) chance *= Math.max(0, passed - at) / (passed + failed - at);
  return chance;
}
