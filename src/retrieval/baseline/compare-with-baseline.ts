/** Compares a run with an earlier one, test by test. Data only: `baselineVerdict` says it. */
import {
  mechanism,
  type CheckBaseline,
  type CheckResults,
  type Fact,
  type LostTest,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import { signFlip } from "../../kernel/stats/index.ts";
import { answerFacts } from "../answers/index.ts";
import { modules, type MechanismModule } from "../mechanisms/index.ts";
import { isCriticalFailure, type TestChange } from "../report/index.ts";
import { asksTheSame, byTestId, passedIn, triedOf, DECIDING_ATTEMPTS } from "../run/index.ts";

/** One-sided. Single tests have a rule of their own; this finds many small losses. */
const SCORE_ALPHA = 0.01;

/** A test of both runs. */
type Pair = { now: TestResult; before: TestResult };
type Setting = "top_k" | "candidates";

export type BaselineFacts = Omit<CheckBaseline, "file" | "verdict"> & {
  changes: TestChange[];
  /** What else differs, so that a change may have another cause than the target. */
  differs: {
    kb: boolean;
    target: boolean;
    settings: Array<{ name: Setting; before: number; now: number }>;
    banks: boolean;
    /** Tests with another question or expectation. */
    reworded: string[];
    onlyBefore: string[];
    onlyNow: string[];
    /** Had a score before. */
    unanswered: string[];
  };
  /** Of the second score. */
  answers: Fact[];
};

export function compareWithBaseline(current: CheckResults, baseline: CheckResults): BaselineFacts {
  const [now, before] = [byTestId(current), byTestId(baseline)];
  const both = [...now.values()].flatMap((result): Pair[] => {
    const earlier = before.get(result.test_id);
    return earlier ? [{ now: result, before: earlier }] : [];
  });
  const same = both.filter((pair) => asksTheSame(pair.now, pair.before));
  const scored = same.filter((pair) => pair.now.score !== null && pair.before.score !== null);
  const changes = both.map((pair) => changeOf(pair, scored.includes(pair)));
  const count = (change: TestChange["change"]) => changes.filter((each) => each.change === change).length;
  const failedBefore = new Set(
    same.filter((pair) => isCriticalFailure(pair.before)).map((pair) => pair.now.test_id),
  );
  const { summary } = current;
  return {
    changes,
    tests: {
      better: count("better"),
      worse: count("worse"),
      same: count("same"),
      left_out: count("not comparable"),
    },
    new_critical: [...now.values()]
      .filter((result) => isCriticalFailure(result) && !failedBefore.has(result.test_id))
      .map(failureOf),
    lost: scored.flatMap((pair) => lostOf(pair, current)),
    mended: idsOf(scored.filter((pair) => pair.before.is_hard_fail && !pair.now.is_hard_fail)),
    score_test: testScores(scored, [...summary.by_built_in, ...baseline.summary.by_built_in]),
    combined: { before: baseline.summary.combined_score, now: summary.combined_score },
    components: Object.fromEntries(
      Object.entries(summary.component_scores).map(([name, score]) => [
        name,
        { before: baseline.summary.component_scores[name as Mechanism] ?? null, now: score },
      ]),
    ),
    hard_fails: { before: baseline.summary.hard_fail_count, now: summary.hard_fail_count },
    health: { before: baseline.summary.health_status, now: summary.health_status },
    differs: {
      kb: current.kb.hash !== baseline.kb.hash,
      target: !isSameTarget(current.target, baseline.target),
      settings: (["top_k", "candidates"] as const)
        .map((name) => ({ name, before: baseline.target[name], now: current.target[name] }))
        .filter((setting) => setting.before !== setting.now),
      banks:
        summary.partial !== baseline.summary.partial ||
        mechanism.options.some((name) => Boolean(current[name]) !== Boolean(baseline[name])),
      reworded: idsOf(both.filter((pair) => !same.includes(pair))),
      onlyBefore: [...before.keys()].filter((id) => !now.has(id)),
      onlyNow: [...now.keys()].filter((id) => !before.has(id)),
      unanswered: idsOf(same.filter((pair) => pair.now.score === null && pair.before.score !== null)),
    },
    answers: answerFacts(current, baseline),
  };
}

const idsOf = (pairs: readonly Pair[]): string[] => pairs.map(({ now }) => now.test_id);

function changeOf({ now, before }: Pair, isComparable: boolean): TestChange {
  const scores = { test_id: now.test_id, before: isComparable ? before.score : null, now: now.score };
  if (!isComparable) return { ...scores, change: "not comparable" };
  const difference = now.score! - before.score!;
  return { ...scores, change: difference > 0 ? "better" : difference < 0 ? "worse" : "same" };
}

/** A critical failure needs no further attempt: it has a rule of its own. */
function lostOf({ now, before }: Pair, { target, summary }: CheckResults): LostTest[] {
  const { failed } = triedOf(now);
  if (failed === 0 || !passedIn(before) || isCriticalFailure(now)) return [];
  const { passed, failed: failedBefore } = triedOf(before);
  const lost = {
    ...failureOf(now),
    now: { failed, attempts: now.repeats?.attempts.length ?? 1 },
    before: { passed, attempts: passed + failedBefore },
    deterministic: [...(target.deterministic ?? []), ...summary.by_built_in].includes(now.mechanism),
  };
  return [{ ...lost, regression: isRegression(lost) }];
}

function failureOf(result: TestResult): CheckBaseline["new_critical"][number] {
  const absent = lacking(result);
  const unwanted = "false_positives" in result ? result.false_positives : [];
  return {
    test_id: result.test_id,
    says: absent.length > 0 ? `missing: ${absent.join(", ")}` : `unwanted: ${unwanted.join(", ")}`,
  };
}

function lacking<Name extends Mechanism>(result: ResultOf<Name> & { mechanism: Name }): string[] {
  const module: MechanismModule<Name> = modules[result.mechanism];
  return module.lacking(result);
}

/** The change of the combined score. Each bank has its weight, but for those that built-in rules answered. */
function testScores(scored: readonly Pair[], notCounted: readonly Mechanism[]): CheckBaseline["score_test"] {
  const counted = scored.filter(({ now }) => !notCounted.includes(now.mechanism));
  const sizes = new Map(
    [...Map.groupBy(counted, ({ now }) => now.mechanism)].map(([name, tests]) => [name, tests.length]),
  );
  const whole = [...sizes.keys()].reduce((sum, name) => sum + modules[name].weight, 0);
  const differences = counted.map(({ now, before }) => {
    // Makes the mean of all differences equal the change of the combined score.
    const weight = (modules[now.mechanism].weight / whole) * (counted.length / sizes.get(now.mechanism)!);
    return weight * (now.score! - before.score!);
  });
  const { meanDifference: difference, p } = signFlip(differences, { seed: "baseline" });
  // Flipped sums are symmetric: half of the two-sided p lies on the side of the observed one.
  const worse = p === null ? null : difference < 0 ? p / 2 : 1 - p / 2;
  return { tests: counted.length, difference, p: worse, alpha: SCORE_ALPHA };
}

const isSameTarget = (one: CheckResults["target"], other: CheckResults["target"]): boolean =>
  one.name === other.name && one.reranker === other.reranker && one.embedder === other.embedder;

/** So many failures of five are enough if the baseline shows that the test is stable. */
export const FAILURES_OF_STABLE = 4;

/** More attempts, by `--repeat`, need the same share of failures. An attempt without an answer is not a failure. */
export function isRegression({
  now,
  before,
  deterministic,
}: Pick<LostTest, "now" | "before" | "deterministic">): boolean {
  if (now.attempts < DECIDING_ATTEMPTS) return deterministic && now.failed === now.attempts;
  const needed = isStable(before) ? FAILURES_OF_STABLE : DECIDING_ATTEMPTS;
  return DECIDING_ATTEMPTS * now.failed >= needed * now.attempts;
}

const isStable = ({ passed, attempts }: LostTest["before"]): boolean =>
  attempts >= DECIDING_ATTEMPTS && passed === attempts;
