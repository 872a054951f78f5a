/**
 * Has the pass rate of a test fallen? A sequential test for many tests at once: those that go on passing stop after three or
 * four attempts, and those that fail are tried until it is clear. `benches/check-repeats.ts` measures what it finds and costs.
 */
import { logBetaFunction } from "./distributions.ts";

export type Tried = { passed: number; failed: number };

/** Most tests pass: a test of unknown rate counts as this many attempts. */
const PRIOR: Tried = { passed: 1, failed: 0.3 };
/** Without a baseline a test is held against one that passes 95 of 100. */
const STABLE: Tried = { passed: 95, failed: 5 };
/** Stop when a fall of this size is this many times less likely than no fall. */
const ENOUGH = Math.log(1 / 4.5);
/** Rates that a test may fall to, beside the fall that must be found. */
const FALLEN = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
const LEAST_RATE = 0.02;
/** The fall that a stable test must not hide: .95 to .60. */
const FALL = 0.35;
/** One failure may be an accident of the network, whatever the statistics say. */
const LEAST_FAILURES = 2;
/** A test that never failed in so many attempts is likely to pass always: three passes are enough. */
const PROVED = 30;

/** A test that never passed cannot get worse: so many attempts are enough. */
const HOPELESS = 3;

export const FAMILY_ALPHA = 0.05;
/** The most attempts of one test with `auto`: with a baseline, and without. */
export const MOST_ATTEMPTS = { compared: 60, alone: 10 };

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
 * The evidence is a likelihood ratio: a fallen rate against the rates that the reference supports (Beta-binomial). The threshold
 * is the lowest at which the chances of all tests to reach it unchanged, on any of their attempts, sum up to alpha. They are
 * counted exactly, path by path, and include the rule that stops early.
 */
export function repeatDesign(
  references: readonly Tried[],
  { most, early, alpha = FAMILY_ALPHA }: { most: number; early: boolean; alpha?: number },
): RepeatDesign {
  const tables = new Map<string, Table>();
  const tableOf = (reference: Tried, cap: number): Table => {
    const key = `${reference.passed}/${reference.failed}/${cap}`;
    const known = tables.get(key) ?? tableFor(reference, { most: cap, early });
    tables.set(key, known);
    return known;
  };
  const groups = [...Map.groupBy(references, ({ passed, failed }) => `${passed}/${failed}`).values()].map(
    (same) => ({ table: tableOf(same[0]!, most), tests: same.length }),
  );
  const chanceOf = (evidence: number) =>
    Math.min(
      1,
      groups.reduce((sum, { table, tests }) => sum + tests * walk(table, { threshold: evidence }).worse, 0),
    );
  let [low, threshold] = [0, HIGHEST];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + threshold) / 2;
    if (chanceOf(middle) <= alpha) threshold = middle;
    else low = middle;
  }
  const alone = early ? Math.min(most, MOST_ATTEMPTS.alone) : most;
  return {
    threshold,
    next(reference, { passed, failed }) {
      const cap = reference ? most : alone;
      const cell = tableOf(reference ?? STABLE, cap)[passed + failed]?.[failed];
      if (!cell) return "enough";
      if (reference && early && cell.evidence >= threshold) return "worse";
      if (!reference && early && cell.evidence >= CLEAR) return "enough";
      return cell.enough || passed + failed >= cap ? "enough" : "go on";
    },
    evidenceOf(reference, attempts) {
      const table = tableOf(reference, most);
      let [failed, largest] = [0, -Infinity];
      for (const [index, passed] of attempts.slice(0, most).entries()) {
        if (!passed) failed += 1;
        largest = Math.max(largest, table[index + 1]![failed]!.evidence);
      }
      return largest;
    },
    chanceOf,
    power: (reference, rate) => walk(tableOf(reference, most), { threshold, rate }).worse,
    attempts: (reference) =>
      walk(tableOf(reference ?? STABLE, reference ? most : alone), {
        threshold: reference ? threshold : CLEAR,
      }).attempts,
  };
}

const HIGHEST = 40;
const STEPS = 24;
/** Without a baseline: clearly not a test that passes 95 of 100. */
const CLEAR = Math.log(20);

/** By the number of attempts, then of failures: the evidence, whether it is enough, and the chance of one path. */
type Table = Array<Array<{ evidence: number; enough: boolean; path: number }>>;

function tableFor({ passed, failed }: Tried, { most, early }: { most: number; early: boolean }): Table {
  const [a, b] = [passed + PRIOR.passed, failed + PRIOR.failed];
  const mean = a / (a + b);
  const fallen = FALLEN.filter((rate) => rate <= mean - 0.2);
  const others = fallen.length > 0 ? fallen : [LEAST_RATE];
  const wanted = Math.max(LEAST_RATE, mean - FALL);
  const hidden = Math.max(
    LEAST_RATE,
    failed === 0 && passed >= PROVED ? mean - 0.4 : mean > 0.85 ? mean - 0.33 : 0.4 * mean,
  );
  const likelihood = (rate: number, s: number, f: number) => rate ** s * (1 - rate) ** f;
  return Array.from({ length: most + 1 }, (_, attempts) =>
    Array.from({ length: attempts + 1 }, (__, f) => {
      const s = attempts - f;
      const same = logBetaFunction(a + s, b + f) - logBetaFunction(a, b);
      const worse =
        0.5 * likelihood(wanted, s, f) +
        (0.5 / others.length) * others.reduce((sum, rate) => sum + likelihood(rate, s, f), 0);
      return {
        evidence: passed === 0 || f < LEAST_FAILURES ? -Infinity : Math.log(worse) - same,
        enough:
          early &&
          (passed === 0
            ? attempts >= HOPELESS
            : attempts > 0 && Math.log(likelihood(hidden, s, f)) - same <= ENOUGH),
        path: Math.exp(same),
      };
    }),
  );
}

/** The chance to end as worse, and the attempts until any end: at a given pass rate, or at those of the reference. */
function walk(
  table: Table,
  { threshold, rate }: { threshold: number; rate?: number },
): { worse: number; attempts: number } {
  const chance = (attempts: number, failed: number) =>
    rate === undefined ? table[attempts]![failed]!.path : rate ** (attempts - failed) * (1 - rate) ** failed;
  let ways = [1];
  let [worse, attempts] = [0, 0];
  for (let done = 0; done < table.length - 1; done += 1) {
    const next = Array<number>(done + 2).fill(0);
    for (const [failed, paths] of ways.entries()) {
      if (paths === 0) continue;
      attempts += paths * chance(done, failed);
      for (const now of [failed, failed + 1]) {
        const { evidence, enough } = table[done + 1]![now]!;
        if (evidence >= threshold) worse += paths * chance(done + 1, now);
        else if (!enough) next[now]! += paths;
      }
    }
    ways = next;
  }
  return { worse, attempts };
}

/** pass^k: the chance that k attempts all pass, without bias; null if there are fewer attempts. */
export function passToTheK({ passed, failed }: Tried, k: number): number | null {
  if (passed + failed < k) return null;
  let chance = 1;
  for (let at = 0; at < k; at += 1) chance *= Math.max(0, passed - at) / (passed + failed - at);
  return chance;
}
