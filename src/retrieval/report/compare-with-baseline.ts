/** Compares a run with an earlier one, test by test. Data only: `check-verdict.ts` says it. */
import { basename } from "node:path";
import {
  mechanism,
  type CheckBaseline,
  type CheckResults,
  type LostTest,
  type TestResult,
} from "../../contract/index.ts";
import { counted, shortList } from "../../kernel/report/index.ts";
import { pairedDifference, worseP } from "../../kernel/stats/index.ts";
import { modules } from "../mechanisms/index.ts";
import {
  asksTheSame,
  byTestId,
  DECIDING_ATTEMPTS,
  isCriticalFailure,
  passedIn,
  triedOf,
} from "../run/index.ts";
import { lacksScore } from "../score.ts";
import { readResults } from "./save-results.ts";
import { lacking } from "./test-text.ts";

/** One-sided. Single tests have a rule of their own; this finds many small losses. */
const SCORE_ALPHA = 0.01;
/** With fewer, even if all are worse, p is larger than that. */
export const FEWEST_CHANGED = 7;

/** A test of both runs. */
type Pair = { now: TestResult; before: TestResult };

/** An earlier run, and the file it was read from. */
export type Baseline = { file: string; results: CheckResults };
export const readBaseline = (file: string): Baseline => ({ file, results: readResults(file) });

export type BaselineFacts = CheckBaseline & {
  /** The score in the baseline of each test that can be compared. */
  earlier: ReadonlyMap<string, number>;
  /** Tests that it asked, and that had no answer. */
  unansweredBefore: string[];
  /** Changes of the setup, which may explain a change of the scores. */
  differs: string[];
};

export function compareWithBaseline(
  current: CheckResults,
  { file, results: baseline }: Baseline,
): BaselineFacts {
  const [now, before] = [byTestId(current), byTestId(baseline)];
  const both = [...now.values()].flatMap((result): Pair[] => {
    const earlier = before.get(result.test_id);
    return earlier ? [{ now: result, before: earlier }] : [];
  });
  const same = both.filter((pair) => asksTheSame(pair.now, pair.before));
  const scored = same.filter((pair) => pair.now.score !== null && pair.before.score !== null);
  const changes = scored.map((pair) => Math.sign(pair.now.score! - pair.before.score!));
  const count = (change: number) => changes.filter((each) => each === change).length;
  const comparable = new Set(same.map((pair) => pair.now.test_id));
  const failedBefore = new Set(
    same.filter((pair) => isCriticalFailure(pair.before)).map((pair) => pair.now.test_id),
  );
  const { summary } = current;
  const notCompared = [...before.keys()].filter((id) => !comparable.has(id));
  const areOthers =
    summary.scope?.selected !== baseline.summary.scope?.selected ||
    mechanism.options.some((name) => Boolean(current[name]) !== Boolean(baseline[name]));
  return {
    file: basename(file),
    earlier: new Map(scored.map((pair) => [pair.now.test_id, pair.before.score!])),
    unansweredBefore: same.filter(({ before }) => lacksScore(before)).map(({ now }) => now.test_id),
    tests: {
      better: count(1),
      worse: count(-1),
      same: count(0),
      left_out: both.length - scored.length,
    },
    new_critical: [...now.values()]
      .filter((result) => isCriticalFailure(result) && !failedBefore.has(result.test_id))
      .map(failureOf),
    lost: scored.flatMap((pair) => lostOf(pair, current)),
    score_test: testScores(scored),
    combined: { before: baseline.summary.combined_score, now: summary.combined_score },
    hard_fails: { before: baseline.summary.hard_fail_count, now: summary.hard_fail_count },
    differs: [
      ...(current.kb.hash === baseline.kb.hash ? [] : ["The knowledge base has changed since the baseline."]),
      ...(isSameTarget(current.target, baseline.target)
        ? []
        : ["The baseline was made with another target."]),
      ...(areOthers
        ? ["The baseline ran other banks or tests: combined scores and health are not comparable."]
        : []),
      ...(notCompared.length === 0
        ? []
        : [
            `${counted(notCompared.length, "test")} of the baseline not compared, because it is gone ` +
              `or its question or expectation changed: ${shortList(notCompared)}.`,
          ]),
    ],
  };
}

/** A critical failure needs no further attempt: it has a rule of its own. */
function lostOf({ now, before }: Pair, { target }: CheckResults): LostTest[] {
  const { failed } = triedOf(now);
  if (failed === 0 || !passedIn(before) || isCriticalFailure(now)) return [];
  const { passed, failed: failedBefore } = triedOf(before);
  const lost = {
    ...failureOf(now),
    now: { failed, answered: now.repeats?.answered ?? 1, attempts: now.repeats?.attempts.length ?? 1 },
    before: { passed, attempts: passed + failedBefore },
    deterministic: target.deterministic?.includes(now.mechanism) ?? false,
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

/** The change of the combined score, in which each bank has its weight. */
function testScores(scored: readonly Pair[]): CheckBaseline["score_test"] {
  const sizes = new Map(
    [...Map.groupBy(scored, ({ now }) => now.mechanism)].map(([name, tests]) => [name, tests.length]),
  );
  const whole = [...sizes.keys()].reduce((sum, name) => sum + modules[name].weight, 0);
  const differences = scored.map(({ now, before }) => {
    // Makes the mean of all differences equal the change of the combined score.
    const weight = (modules[now.mechanism].weight / whole) * (scored.length / sizes.get(now.mechanism)!);
    return weight * (now.score! - before.score!);
  });
  const change = pairedDifference(differences, { seed: "baseline" });
  const isTestable = differences.filter((each) => each !== 0).length >= FEWEST_CHANGED;
  return {
    tests: scored.length,
    difference: change.mean ?? 0,
    p: isTestable ? worseP(change) : null,
    alpha: SCORE_ALPHA,
  };
}

const isSameTarget = (one: CheckResults["target"], other: CheckResults["target"]): boolean =>
  one.name === other.name && one.reranker === other.reranker && one.embedder === other.embedder;

/** So many failures of five are enough if the baseline shows that the test is stable. */
export const FAILURES_OF_STABLE = 4;

type Counts = {
  now: Pick<LostTest["now"], "failed" | "attempts">;
  before: LostTest["before"];
  deterministic: boolean;
};

/** More attempts, by `--repeat`, need the same share of failures. An attempt without an answer is not a failure. */
export function isRegression({ now, before, deterministic }: Counts): boolean {
  if (now.attempts < DECIDING_ATTEMPTS) return deterministic && now.failed === now.attempts;
  const needed = isStable(before) ? FAILURES_OF_STABLE : DECIDING_ATTEMPTS;
  return DECIDING_ATTEMPTS * now.failed >= needed * now.attempts;
}

/** The tests that fail the gate. */
export const regressed = (
  facts: Pick<CheckBaseline, "new_critical" | "lost"> | undefined,
): ReadonlySet<string> =>
  new Set(
    [...(facts?.new_critical ?? []), ...(facts?.lost.filter(({ regression }) => regression) ?? [])].map(
      ({ test_id }) => test_id,
    ),
  );

/** It would be a regression if the attempts without an answer had failed as well. */
export const isOpen = ({ now, ...test }: LostTest): boolean =>
  !test.regression &&
  isRegression({ ...test, now: { ...now, failed: now.failed + now.attempts - now.answered } });

const isStable = ({ passed, attempts }: LostTest["before"]): boolean =>
  attempts >= DECIDING_ATTEMPTS && passed === attempts;
