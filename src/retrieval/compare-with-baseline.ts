/** Compares a run with earlier ones: better and worse tests, and whether they are evidence of a regression. */
import {
  mechanism,
  type CheckBaseline,
  type CheckResults,
  type HealthStatus,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../contract/index.ts";
import { counted, inline, markdownTable, pText, signed } from "../kernel/report/index.ts";
import {
  exchangeTest,
  FAMILY_ALPHA,
  signFlip,
  worseThanBefore,
  worseThanRuns,
} from "../kernel/stats/index.ts";
import { answerBaselineLines } from "./answers/index.ts";
import { modules, type MechanismModule } from "./mechanisms/index.ts";
import { isCriticalFailure } from "./report/index.ts";
import { asksTheSame, byTestId as byId, designFor, healthOfTests, referenceFrom } from "./run/index.ts";
import { rounded } from "./score.ts";

type TestChange = {
  test_id: string;
  mechanism: Mechanism;
  /** The mean if there are several baselines. */
  before: number | null;
  now: number | null;
  change: "better" | "worse" | "same" | "not comparable";
};

export type BaselineComparison = CheckBaseline & {
  tests: TestChange[];
  /** The tests of `newly_failed`, each with what failed. */
  newHardFails: string[];
  /** Ran now and in no baseline, or the reverse. */
  appeared: string[];
  disappeared: string[];
  /** Nothing is comparable; or something got worse, with too few tests to tell chance from a loss. */
  notJudged: boolean;
};

const HEALTH: readonly HealthStatus[] = ["CRITICAL", "POOR", "FAIR", "GOOD", "EXCELLENT"];
/** Half of the 5 % is for hard fails (one-sided), half for lower scores (two-sided at .05, counted in one direction). */
const ALPHA = { hardFails: 0.025, scores: 0.05 };
/** The gate must find the loss of one test in so many. With fewer tests than that takes, it does not leave anything to chance. */
const FOUND_SHARE = 4;

/** New hard fails that are always significant if no test got better. With one baseline p ≤ .025 from five, in a bank of any size. */
const surelySignificant = (runs: number): number =>
  runs === 1 ? 5 : Math.ceil(Math.log(ALPHA.hardFails) / Math.log(1 / (runs + 1)));

/** With fewer comparable tests, the loss of a quarter could pass as chance. */
export const testsNeeded = (runs: number): number => FOUND_SHARE * surelySignificant(runs);

/** A test with its earlier results that have the same question and expectation. */
type Compared = { result: TestResult; earlier: TestResult[] };

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
          ? [`lower pass rate: ${shortList(repeated.words)}`]
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
    appeared: [...now.keys()].filter((id) => !before.some((run) => run.has(id))),
    disappeared: [...new Set(before.flatMap((run) => [...run.keys()]))].filter((id) => !now.has(id)),
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
    newHardFails: newlyFailed.map(nameOf),
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
      ...(sameBanks
        ? []
        : ["the banks or tests are different: combined scores and health are not comparable"]),
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
        ? [`${fellWords(comparable)}; this may be chance, and only --strict counts it as a regression`]
        : []),
    ],
  };
}

const hasScore = ({ score }: TestResult): boolean => score !== null;
const isHardFail = ({ is_hard_fail }: TestResult): boolean => is_hard_fail;
const idsOf = (compared: readonly Compared[]): string[] => compared.map(({ result }) => result.test_id);

/** A test by its id, and what failed. */
function nameOf(result: TestResult): string {
  const lacks = lacking(result);
  const alarms = "false_positives" in result ? result.false_positives : [];
  const what = lacks.length > 0 ? `missing: ${lacks.join(", ")}` : `must not come up: ${alarms.join(", ")}`;
  return `${result.test_id} (${what})`;
}

const named = (results: readonly TestResult[]): string => shortList(results.map(nameOf));

const LISTED = 10;
const shortList = (items: readonly string[]): string =>
  `${items.slice(0, LISTED).join(", ")}${items.length > LISTED ? ` and ${items.length - LISTED} more` : ""}`;

type Health = CheckBaseline["health"];

const isWorse = ({ before, now }: Health): boolean => HEALTH.indexOf(now) < HEALTH.indexOf(before);

const fellWords = ({ before, now, tests, leftOut }: ReturnType<typeof comparableHealth>): string =>
  `health fell from ${before} to ${now}${leftOut.length > 0 ? ` over the ${counted(tests, "comparable test")}` : ""}`;

/** The health over unchanged tests that the target itself answered in both runs. The others are left out, with the reason. */
function comparableHealth(
  current: CheckResults,
  newest: CheckResults,
): Health & { tests: number; leftOut: string[] } {
  const [now, before] = [byId(current), byId(newest)];
  const builtIn = new Set([...current.summary.by_built_in, ...newest.summary.by_built_in]);
  const pairs: Array<{ now: TestResult; before: TestResult }> = [];
  const leftOut: string[] = [];
  for (const id of new Set([...now.keys(), ...before.keys()])) {
    const [result, earlier] = [now.get(id), before.get(id)];
    const why = !result
      ? "only before"
      : !earlier
        ? "only now"
        : !asksTheSame(result, earlier)
          ? "question or expectation changed"
          : builtIn.has(result.mechanism)
            ? "answered by the built-in rules"
            : !hasScore(result)
              ? "no score now"
              : !hasScore(earlier)
                ? "no score before"
                : undefined;
    if (why === undefined) pairs.push({ now: result!, before: earlier! });
    else leftOut.push(`${id} (${why})`);
  }
  return {
    before: healthOfTests(pairs.map((pair) => pair.before)),
    now: healthOfTests(pairs.map((pair) => pair.now)),
    tests: pairs.length,
    leftOut,
  };
}

const isSameTarget = (one: CheckResults["target"], other: CheckResults["target"]): boolean =>
  one.name === other.name && one.reranker === other.reranker && one.embedder === other.embedder;

/** One baseline: compares the tests that got worse with those that got better. Several: compares the fails with each test's own rate. */
function testHardFails(
  compared: readonly Compared[],
  { worse, better, runs }: { worse: number; better: number; runs: number },
): Omit<CheckBaseline["hard_fail_test"], "strict"> {
  const counts = { tests: compared.length, worse, better, alpha: ALPHA.hardFails };
  if (runs === 1)
    return {
      method: "worse against better tests",
      ...counts,
      p: worseThanBefore({ worse, better, pairs: compared.length }),
    };
  const { p, now, expected } = worseThanRuns(
    compared.map(({ result, earlier }) => ({
      now: result.is_hard_fail,
      before: { bad: earlier.filter(isHardFail).length, of: earlier.length },
    })),
  );
  return { method: "Fisher within each test", ...counts, now, expected, p };
}

/** A baseline with fewer attempts per test cannot tell a flaky test from a fallen one. */
const FEWEST_ATTEMPTS = 10;
/** The fall by which reports say how much a comparison would find. */
const EXAMPLE = { from: 0.95, to: 0.6 };

/** With repeats: the pass rate of each test against all its earlier attempts. Undefined if this run has no repeats. */
function testPassRates(
  current: CheckResults,
  { scored, all }: { scored: readonly Compared[]; all: readonly Compared[] },
) {
  if (!current.repeats) return undefined;
  const withReference = (compared: readonly Compared[]) =>
    compared.flatMap(({ result, earlier }) => {
      const reference = result.repeats && referenceFrom(earlier);
      return reference ? [{ result, reference, attempts: result.repeats!.attempts }] : [];
    });
  const tests = withReference(scored);
  // As the run did: tests without a score now took part in it.
  const design = designFor(
    withReference(all).map(({ reference }) => reference),
    current.repeats.times,
  );
  const judged = tests.map((test) => ({
    ...test,
    evidence: design.evidenceOf(
      test.reference,
      test.attempts.flatMap(({ passed }) => passed ?? []),
    ),
  }));
  const worse = judged.filter(({ evidence }) => evidence >= design.threshold);
  const sizes = tests.map(({ reference }) => reference.passed + reference.failed).toSorted((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const passed = Math.round(EXAMPLE.from * median);
  const found = design.power({ passed, failed: median - passed }, EXAMPLE.to);
  return {
    worse: worse.map(({ result }) => result),
    words: worse.map(
      ({ result: { test_id, repeats }, reference }) =>
        `${test_id} (passed ${repeats!.passed} of ${repeats!.answered} now, ${reference.passed} of ${reference.passed + reference.failed} before)`,
    ),
    enough: median >= FEWEST_ATTEMPTS,
    note:
      median === 0
        ? "no repeated test has a baseline to compare its pass rate with"
        : `the baseline has ${counted(median, "attempt")} per test (median): a test that falls from ${EXAMPLE.from} to ${EXAMPLE.to} is found in ${Math.round(100 * found)} % of runs`,
    test: {
      method: "pass rates of repeated tests" as const,
      tests: tests.length,
      worse: worse.length,
      better: 0,
      p: tests.length === 0 ? 1 : design.chanceOf(Math.max(...judged.map(({ evidence }) => evidence))),
      alpha: FAMILY_ALPHA,
    },
  };
}

/** The change of the combined score over the tests that have a score on both sides. Each bank has its weight. */
function testScores(
  compared: readonly Compared[],
  { runs, notCounted, repeated }: { runs: number; notCounted: readonly Mechanism[]; repeated: boolean },
): CheckBaseline["score_test"] {
  const counted = compared.filter(({ result }) => !notCounted.includes(result.mechanism));
  const sizes = new Map(
    [...Map.groupBy(counted, ({ result }) => result.mechanism)].map(([name, tests]) => [name, tests.length]),
  );
  const whole = [...sizes.keys()].reduce((sum, name) => sum + modules[name].weight, 0);
  const things = counted.map(({ result, earlier }) => ({
    now: result.score!,
    before: earlier.map(({ score }) => score!),
    // Makes the mean of all differences equal the change of the combined score.
    weight: (modules[result.mechanism].weight / whole) * (counted.length / sizes.get(result.mechanism)!),
  }));
  const { pairs, meanDifference, p, exact } =
    runs === 1
      ? signFlip(
          things.map(({ now, before, weight }) => weight * (now - before[0]!)),
          { seed: "baseline" },
        )
      : exchangeTest(things, { seed: "baseline" });
  // Means over different numbers of attempts vary differently: exchanging them would say too much.
  if (repeated)
    return { method: NOT_TESTED, tests: pairs, difference: meanDifference, p: null, alpha: ALPHA.scores };
  return {
    method: runs === 1 ? `sign flips, ${exact ? "exact" : "drawn"}` : "exchanged runs, drawn",
    tests: pairs,
    difference: meanDifference,
    p,
    alpha: ALPHA.scores,
  };
}

const NOT_TESTED = "not tested with repeats";

const isSignificant = ({ p, alpha }: CheckBaseline["score_test"]): boolean => p !== null && p <= alpha;

const hardFailWords = ({
  method,
  worse,
  better,
  tests,
  now,
  expected,
  p,
}: CheckBaseline["hard_fail_test"]): string =>
  method === "pass rates of repeated tests"
    ? `${worse} of ${counted(tests, "repeated test")} with a lower pass rate, ${pText(p)} for the whole bank`
    : `${expected === undefined ? `${worse} worse, ${better} better` : `${now} now, ${rounded(expected)} expected`} of ${counted(tests, "test")}, one-sided ${pText(p)}`;

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

const SHOWN = 30;
const shown = (score: number | null): string => (score === null ? "no score" : String(score));

export function baselineSection(comparison: BaselineComparison): string[] {
  const { tests, appeared, disappeared } = comparison;
  const moved = tests
    .filter(({ change }) => change === "better" || change === "worse")
    .toSorted((a, b) => (a.now ?? 0) - (a.before ?? 0) - ((b.now ?? 0) - (b.before ?? 0)));
  return [
    "## Against the Baseline",
    "",
    ...baselineLines(comparison).map((line) => `- ${inline(line)}`),
    "",
    ...(moved.length === 0
      ? []
      : [
          markdownTable(
            ["Test", "Before", "Now"],
            moved
              .slice(0, SHOWN)
              .map(({ test_id, before, now }) => [inline(test_id), shown(before), shown(now)]),
          ),
          "",
          ...(moved.length > SHOWN ? [`And ${moved.length - SHOWN} more.`, ""] : []),
        ]),
    ...(appeared.length + disappeared.length > 0
      ? [
          `Only now: ${appeared.map(inline).join(", ") || "none"}. Only before: ${disappeared.map(inline).join(", ") || "none"}.`,
          "",
        ]
      : []),
  ];
}

/** A summary for the terminal. Names every new hard fail, significant or not. */
export function baselineLines({
  tests,
  combined,
  health,
  newHardFails,
  mended,
  hard_fail_test,
  score_test,
  regressions,
  notes,
  answers = [],
  notJudged,
}: BaselineComparison): string[] {
  const count = (change: string) => tests.filter((test) => test.change === change).length;
  const { strict, p, alpha, worse, better, expected } = hard_fail_test;
  return [
    `Combined ${shown(combined.before)} → ${shown(combined.now)}, health ${health.before} → ${health.now}`,
    `${counted(count("better"), "test")} better, ${count("worse")} worse, ${count("same")} the same${count("not comparable") > 0 ? `, ${count("not comparable")} not comparable` : ""}`,
    ...(newHardFails.length > 0
      ? [
          `${hard_fail_test.method === "pass rates of repeated tests" ? "LOWER PASS RATES" : "NEW HARD FAILS"} (${newHardFails.length}): ${newHardFails.join(", ")}`,
        ]
      : []),
    ...(mended.length > 0 ? [`No longer hard fails (${mended.length}): ${mended.join(", ")}`] : []),
    hard_fail_test.method === "pass rates of repeated tests"
      ? `Pass rates: ${hardFailWords(hard_fail_test)}`
      : expected === undefined && worse + better === 0
        ? `Hard fails: the same in ${counted(hard_fail_test.tests, "comparable test")}`
        : `Hard fails: ${hardFailWords(hard_fail_test)}${p > alpha ? `: not significant (fails at p ≤ ${alpha})` : ""}`,
    score_test.p === null && score_test.method === NOT_TESTED
      ? `Scores: ${signed(score_test.difference, (size) => size.toFixed(1))} points on the combined score (${NOT_TESTED}: pass rates decide)`
      : score_test.p === null
        ? `Scores: ${count("better") + count("worse") === 0 ? "identical" : "not tested, because fewer than six tests differ"}`
        : `Scores: ${signed(score_test.difference, (size) => size.toFixed(1))} points on the combined score over ${counted(score_test.tests, "test")}, ${pText(score_test.p)} (${score_test.method})${isSignificant(score_test) ? "" : ": no difference found"}`,
    ...answers,
    ...notes.map((note) => `Note: ${note}`),
    regressions.length > 0
      ? `${notJudged ? "GATE FAILED" : "REGRESSION"}: ${regressions.join("; ")}`
      : newHardFails.length > 0 && !strict
        ? "No regression shown: new hard fails may be chance. If the target is deterministic, use --strict: it counts each"
        : "No regression",
  ];
}
