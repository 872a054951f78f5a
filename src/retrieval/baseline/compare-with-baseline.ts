/** Compares a run with earlier ones: better and worse tests, and whether they are evidence of a regression. */
import {
  mechanism,
  type CheckBaseline,
  type CheckResults,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import { counted, pText, shortList } from "../../kernel/report/index.ts";
import { answerBaselineLines } from "../answers/index.ts";
import { modules, type MechanismModule } from "../mechanisms/index.ts";
import { isCriticalFailure } from "../report/index.ts";
import { asksTheSame, byTestId as byId } from "../run/index.ts";
import { rounded } from "../score.ts";
import {
  hardFailWords,
  hasScore,
  isHardFail,
  isSignificant,
  surelySignificant,
  testHardFails,
  testPassRates,
  testScores,
  testsNeeded,
  type Compared,
} from "./baseline-tests.ts";
import { comparableHealth, fellWords, isWorse } from "./comparable-health.ts";

type TestChange = {
  test_id: string;
  mechanism: Mechanism;
  /** The mean if there are several baselines. */
  before: number | null;
  now: number | null;
  change: "better" | "worse" | "same" | "not comparable";
};

type Worse = { test_id: string; says: string };

export type BaselineComparison = CheckBaseline & {
  tests: TestChange[];
  /** The tests of `newly_failed`, each with what failed or its pass rates. */
  worse: Worse[];
  /** Nothing is comparable; or something got worse, with too few tests to tell chance from a loss. */
  notJudged: boolean;
};

/**
 * Always a regression: a new critical failure, and a crisis test that lost its verdict. Everything else varies by chance from run
 * to run, so hard fails or a lower score must be significant. With `strict`, any new hard fail and any worse class of health is a
 * regression. With too few tests to find the loss of a quarter, both fail the gate as "could not be judged". Otherwise a worse class
 * is a note: one hard fail ends EXCELLENT, and near a border a tenth of a point ends GOOD. Health is compared over comparable tests only.
 */
export function compareWithBaseline(
  current: CheckResults,
  baseline: CheckResults | readonly CheckResults[],
  { strict = false }: { strict?: boolean } = {},
): BaselineComparison {
  const runs = [baseline].flat().toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  const newest = runs.at(-1)!;
  const before = runs.map(byId);
  const now = byId(current);
  const both = [...now.values()].flatMap((result): Array<Compared & { all: number }> => {
    const found = before.flatMap((run) => run.get(result.test_id) ?? []);
    return found.length === 0
      ? []
      : [{ result, earlier: found.filter((one) => asksTheSame(result, one)), all: found.length }];
  });
  const same = both.filter(({ earlier }) => earlier.length > 0);
  const changed = both.filter(({ earlier, all }) => earlier.length < all).length;
  const health = { before: newest.summary.health_status, now: current.summary.health_status };
  const sameBanks =
    mechanism.options.every((name) => Boolean(current[name]) === Boolean(newest[name])) &&
    current.summary.partial === newest.summary.partial;
  const critical = [...now.values()].filter(isCriticalFailure).map((result) => {
    const earlier = both.find(({ result: other }) => other === result)?.earlier.filter(hasScore) ?? [];
    return { result, failed: earlier.filter(isCriticalFailure).length, of: earlier.length };
  });
  const newlyCritical = critical.filter(({ failed }) => failed === 0).map(({ result }) => result);
  const newlyMissing = same.filter(({ result, earlier }) => result.score === null && earlier.some(hasScore));
  const unknownCrises = newlyMissing.flatMap(({ result }) =>
    result.mechanism === "pattern" && result.is_critical ? [result.test_id] : [],
  );
  const scored = same
    .map(({ result, earlier }) => ({ result, earlier: earlier.filter(hasScore) }))
    .filter(({ result, earlier }) => hasScore(result) && earlier.length > 0);
  const repeated = testPassRates(current, { scored, all: same });
  const newlyFailed =
    repeated && !strict
      ? repeated.worse
      : scored
          .filter(({ result, earlier }) => result.is_hard_fail && !earlier.some(isHardFail))
          .map(({ result }) => result);
  const mended = idsOf(
    scored.filter(({ result, earlier }) => !result.is_hard_fail && earlier.every(isHardFail)),
  );
  const hardFails = {
    ...(repeated?.test ??
      testHardFails(scored, { worse: newlyFailed.length, better: mended.length, runs: runs.length })),
    strict,
  };
  const scores = testScores(scored, {
    runs: runs.length,
    notCounted: current.summary.by_built_in,
    repeated: repeated !== undefined,
  });
  const evidence = [
    ...(newlyCritical.length > 0 ? [`new critical failures: ${named(newlyCritical)}`] : []),
    ...(unknownCrises.length > 0
      ? [`crisis tests that lost their verdict: ${unknownCrises.join(", ")}`]
      : []),
    ...(strict && newlyFailed.length > 0
      ? [`new hard fails (--strict): ${named(newlyFailed)}`]
      : repeated
        ? repeated.worse.length > 0
          ? [`lower pass rate: ${shortList(repeated.words.map(inWords))}`]
          : []
        : hardFails.p <= hardFails.alpha
          ? [
              `significantly more hard fails: ${hardFailWords(hardFails)}${newlyFailed.length > 0 ? `; new: ${named(newlyFailed)}` : ""}`,
            ]
          : []),
    ...(isSignificant(scores) && scores.difference < 0
      ? [`the combined score fell by ${rounded(-scores.difference)} points (${pText(scores.p!)})`]
      : []),
  ];
  const tests = both.map(changeOf);
  const appeared = [...now.keys()].filter((id) => !before.some((run) => run.has(id)));
  const disappeared = [...new Set(before.flatMap((run) => [...run.keys()]))].filter((id) => !now.has(id));
  const comparable = comparableHealth(current, newest);
  const fell = isWorse(comparable);
  const passedBefore = scored.filter(({ earlier }) => !earlier.some(isHardFail)).length;
  const needed = testsNeeded(runs.length);
  // A flaky test may spare the newest baseline, so health must be worse than in each. A critical failure has a rule of its own.
  const fellFromAll = runs.every((run) => {
    const beside = comparableHealth(current, run);
    return isWorse(beside) && beside.now !== "CRITICAL";
  });
  const lost = [
    ...(newlyFailed.length > 0 ? [counted(newlyFailed.length, "new hard fail")] : []),
    ...(fellFromAll ? [fellWords(comparable)] : []),
  ];
  // A gate that could not have found the loss must not pass it.
  const whyNotJudged =
    scored.length === 0
      ? "no test has the same question, the same expectation and a score in both runs"
      : evidence.length > 0 || strict || lost.length === 0 || repeated?.enough
        ? null
        : scored.length < needed
          ? `${lost.join(", ")}. ${counted(scored.length, "comparable test is", "comparable tests are")} too few to tell this from chance: ${needed} are needed, or ${runs.length === 1 ? `${testsNeeded(3)} with three baselines` : `more than ${counted(runs.length, "baseline")}`}`
          : passedBefore < surelySignificant(runs.length)
            ? `${lost.join(", ")}. Only ${passedBefore} of ${counted(scored.length, "comparable test")} passed before, too few to tell this from chance: ${surelySignificant(runs.length)} are needed`
            : null;
  return {
    runs: runs.length,
    ...(current.answers && { answers: answerBaselineLines(current, newest) }),
    tests,
    notJudged: whyNotJudged !== null,
    combined: { before: newest.summary.combined_score, now: current.summary.combined_score },
    components: Object.fromEntries(
      mechanism.options.flatMap((name) => {
        const { [name]: score } = current.summary.component_scores;
        const before = newest.summary.component_scores[name] ?? null;
        return score === undefined ? [] : [[name, { before, now: score }]];
      }),
    ),
    hard_fails: { before: newest.summary.hard_fail_count, now: current.summary.hard_fail_count },
    health,
    newly_failed: newlyFailed.map(({ test_id }) => test_id),
    worse: repeated && !strict ? repeated.words : newlyFailed.map(worseOf),
    mended,
    hard_fail_test: hardFails,
    score_test: scores,
    regressions: [
      ...evidence,
      ...(strict && fell ? [fellWords(comparable)] : []),
      ...(whyNotJudged === null ? [] : [`could not be judged: ${whyNotJudged}`]),
    ],
    notes: [
      ...(runs.length > 1
        ? [`${runs.length} baselines; combined score and health are those of the newest`]
        : []),
      ...(runs.every(({ kb }) => kb.hash === current.kb.hash) ? [] : ["the knowledge base has changed"]),
      ...(runs.every(({ target }) => isSameTarget(target, current.target))
        ? []
        : ["the target is different"]),
      ...changedSettings(runs, current),
      ...(sameBanks
        ? []
        : ["the banks or tests are different: combined scores and health are not comparable"]),
      ...(disappeared.length > 0
        ? [
            `${counted(disappeared.length, "test")} of the baseline not in this run: ${shortList(disappeared)}`,
          ]
        : []),
      ...(appeared.length > 0
        ? [`${counted(appeared.length, "test")} not in the baseline: ${shortList(appeared)}`]
        : []),
      ...(changed > 0
        ? [`not compared, because the question or the expectation changed: ${counted(changed, "test")}`]
        : []),
      ...(repeated ? [repeated.note] : []),
      ...(newlyMissing.length > 0
        ? [
            `${counted(newlyMissing.length, "test that had a score has", "tests that had a score have")} none now`,
          ]
        : []),
      ...critical
        .filter(({ failed }) => failed > 0)
        .map(
          ({ result, failed, of }) =>
            `critical failure ${result.test_id} is not new: it failed before in ${failed} of ${counted(of, "baseline")}`,
        ),
      ...(isWorse(health) && comparable.leftOut.length > 0
        ? [
            `health is compared over the ${counted(comparable.tests, "comparable test")}: ${comparable.before} → ${comparable.now}; left out: ${shortList(comparable.leftOut)}`,
          ]
        : []),
      ...(fell && !strict && whyNotJudged === null && comparable.now !== "CRITICAL"
        ? [
            `${fellWords(comparable)}${evidence.length > 0 ? "" : "; this may be chance, and only --strict counts it as a regression"}`,
          ]
        : []),
    ],
  };
}

const idsOf = (compared: readonly Compared[]): string[] => compared.map(({ result }) => result.test_id);

/** A test by its id, and what failed. */
function worseOf(result: TestResult): Worse {
  const lacks = lacking(result);
  const alarms = "false_positives" in result ? result.false_positives : [];
  return {
    test_id: result.test_id,
    says: lacks.length > 0 ? `missing: ${lacks.join(", ")}` : `unwanted: ${alarms.join(", ")}`,
  };
}

export const inWords = ({ test_id, says }: Worse): string => `${test_id} (${says})`;

const named = (results: readonly TestResult[]): string =>
  shortList(results.map((result) => inWords(worseOf(result))));

const isSameTarget = (one: CheckResults["target"], other: CheckResults["target"]): boolean =>
  one.name === other.name && one.reranker === other.reranker && one.embedder === other.embedder;

/** With more or fewer documents kept, the same retrieval gets another score. */
const changedSettings = (runs: readonly CheckResults[], { target: now }: CheckResults): string[] =>
  (["top_k", "candidates"] as const).flatMap((name) => {
    const before = [...new Set(runs.map(({ target }) => target[name]))];
    return before.every((value) => value === now[name])
      ? []
      : [`${SETTINGS[name]} is ${now[name]}, in the baseline ${before.join(" or ")}`];
  });
const SETTINGS = { top_k: "retrieval.topK", candidates: "retrieval.candidates" } as const;

function changeOf({ result, earlier }: Compared): TestChange {
  const { test_id, mechanism, score: now } = result;
  const scores = earlier.flatMap(({ score }) => (score === null ? [] : [score]));
  const before = scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    test_id,
    mechanism,
    before: before === null ? null : rounded(before),
    now,
    change:
      now === null || before === null
        ? "not comparable"
        : now > before
          ? "better"
          : now < before
            ? "worse"
            : "same",
  };
}

function lacking<Name extends Mechanism>(result: ResultOf<Name> & { mechanism: Name }): string[] {
  const module: MechanismModule<Name> = modules[result.mechanism];
  return module.lacking(result);
}
