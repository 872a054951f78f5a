/** A run against earlier ones: what got better or worse, and whether that is evidence of a regression. */
import { isDeepStrictEqual } from "node:util";
import {
  mechanism,
  type CheckBaseline,
  type CheckResults,
  type HealthStatus,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../contract/index.ts";
import { counted, inline, markdownTable } from "../kernel/report/index.ts";
import { exchangeTest, signFlip, worseThanBefore, worseThanRuns } from "../kernel/stats/index.ts";
import { modules, type MechanismModule } from "./mechanisms/index.ts";
import { allResults } from "./report/index.ts";
import { rounded } from "./score.ts";

type TestChange = {
  test_id: string;
  mechanism: Mechanism;
  /** The mean, where there are several baselines. */
  before: number | null;
  now: number | null;
  change: "better" | "worse" | "same" | "not comparable";
};

export type BaselineComparison = CheckBaseline & {
  tests: TestChange[];
  /** Ran now and in no baseline, or the reverse. */
  appeared: string[];
  disappeared: string[];
};

const HEALTH: readonly HealthStatus[] = ["CRITICAL", "POOR", "FAIR", "GOOD", "EXCELLENT"];
/** Of 5 %, half is for hard fails, one-sided, and half for lower scores: two-sided at .05, told in one direction. */
const ALPHA = { hardFails: 0.025, scores: 0.05 };

/** A test with those of its earlier results that asked and expected the same. */
type Compared = { result: TestResult; earlier: TestResult[] };

/**
 * Always a regression: a new critical failure, and a crisis test that lost its verdict. Everything else moves by chance from run
 * to run, so it must be more than chance explains: hard fails, or a lower score. With `strict`, any new hard fail and any worse
 * class of health is one. Without it, a worse class is told beside the evidence and is none by itself: one hard fail ends EXCELLENT,
 * and near a border a tenth of a point ends GOOD.
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
  const newlyCritical = current.summary.critical_failures.filter(
    (id) => !runs.every(({ summary }) => summary.critical_failures.includes(id)),
  );
  const newlyMissing = same.filter(({ result, earlier }) => result.score === null && earlier.some(hasScore));
  const unknownCrises = newlyMissing.flatMap(({ result }) =>
    result.mechanism === "pattern" && result.is_critical ? [result.test_id] : [],
  );
  const scored = same
    .map(({ result, earlier }) => ({ result, earlier: earlier.filter(hasScore) }))
    .filter(({ result, earlier }) => hasScore(result) && earlier.length > 0);
  const newlyFailed = idsOf(
    scored.filter(({ result, earlier }) => result.is_hard_fail && !earlier.some(isHardFail)),
  );
  const mended = idsOf(
    scored.filter(({ result, earlier }) => !result.is_hard_fail && earlier.every(isHardFail)),
  );
  const hardFails = {
    ...testHardFails(scored, { worse: newlyFailed.length, better: mended.length, runs: runs.length }),
    strict,
  };
  const scores = testScores(scored, { runs: runs.length, notCounted: current.summary.by_built_in });
  const evidence = [
    ...(newlyCritical.length > 0 ? [`new critical failures: ${newlyCritical.join(", ")}`] : []),
    ...(unknownCrises.length > 0
      ? [`crisis tests that lost their verdict: ${unknownCrises.join(", ")}`]
      : []),
    ...(strict && newlyFailed.length > 0
      ? [`new hard fails (--strict): ${newlyFailed.join(", ")}`]
      : hardFails.p <= hardFails.alpha
        ? [`more hard fails than chance explains: ${hardFailWords(hardFails)}`]
        : []),
    ...(isSignificant(scores) && scores.difference < 0
      ? [`the combined score fell by ${rounded(-scores.difference)} points (p = ${scores.p!.toFixed(3)})`]
      : []),
  ];
  const fell = sameBanks && HEALTH.indexOf(health.now) < HEALTH.indexOf(health.before);
  return {
    runs: runs.length,
    tests: both.map(changeOf),
    appeared: [...now.keys()].filter((id) => !before.some((run) => run.has(id))),
    disappeared: [...new Set(before.flatMap((run) => [...run.keys()]))].filter((id) => !now.has(id)),
    combined: { before: newest.summary.combined_score, now: current.summary.combined_score },
    health,
    newly_failed: newlyFailed,
    mended,
    hard_fail_test: hardFails,
    score_test: scores,
    regressions: [
      ...evidence,
      ...(fell && (strict || evidence.length > 0)
        ? [`health fell from ${health.before} to ${health.now}`]
        : []),
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
        ? [
            `${counted(changed, "test asks", "tests ask")} or ${changed === 1 ? "expects" : "expect"} something else now, and ${changed === 1 ? "is" : "are"} not compared`,
          ]
        : []),
      ...(newlyMissing.length > 0
        ? [
            `${counted(newlyMissing.length, "test that had a score has", "tests that had a score have")} none now`,
          ]
        : []),
      ...(fell && !strict && evidence.length === 0
        ? ["health fell, but the difference may be chance; --strict counts it as a regression"]
        : []),
    ],
  };
}

const hasScore = ({ score }: TestResult): boolean => score !== null;
const isHardFail = ({ is_hard_fail }: TestResult): boolean => is_hard_fail;
const idsOf = (compared: readonly Compared[]): string[] => compared.map(({ result }) => result.test_id);

const isSameTarget = (one: CheckResults["target"], other: CheckResults["target"]): boolean =>
  one.name === other.name && one.reranker === other.reranker && one.embedder === other.embedder;

/** One baseline: tests that got worse beside those that got better. Several: the fails of now beside each test's own rate. */
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

/** The change of the combined score over the tests that have a score on both sides. Each bank has its weight. */
function testScores(
  compared: readonly Compared[],
  { runs, notCounted }: { runs: number; notCounted: readonly Mechanism[] },
): CheckBaseline["score_test"] {
  const counted = compared.filter(({ result }) => !notCounted.includes(result.mechanism));
  const sizes = new Map(
    [...Map.groupBy(counted, ({ result }) => result.mechanism)].map(([name, tests]) => [name, tests.length]),
  );
  const whole = [...sizes.keys()].reduce((sum, name) => sum + modules[name].weight, 0);
  const things = counted.map(({ result, earlier }) => ({
    now: result.score!,
    before: earlier.map(({ score }) => score!),
    // So that the mean of all differences is the change of the combined score.
    weight: (modules[result.mechanism].weight / whole) * (counted.length / sizes.get(result.mechanism)!),
  }));
  const { pairs, meanDifference, p, exact } =
    runs === 1
      ? signFlip(
          things.map(({ now, before, weight }) => weight * (now - before[0]!)),
          { seed: "baseline" },
        )
      : exchangeTest(things, { seed: "baseline" });
  return {
    method: runs === 1 ? `sign flips, ${exact ? "exact" : "drawn"}` : "exchanged runs, drawn",
    tests: pairs,
    difference: meanDifference,
    p,
    alpha: ALPHA.scores,
  };
}

const isSignificant = ({ p, alpha }: CheckBaseline["score_test"]): boolean => p !== null && p <= alpha;

const hardFailWords = ({ worse, better, tests, now, expected, p }: CheckBaseline["hard_fail_test"]): string =>
  `${expected === undefined ? `${worse} worse, ${better} better` : `${now} now, ${rounded(expected)} expected`} of ${counted(tests, "test")}, one-sided p = ${p.toFixed(3)}`;

const byId = (results: CheckResults): Map<string, TestResult> =>
  new Map(allResults(results).map((result) => [result.test_id, result]));

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

/** Another question or another expectation makes it another test. */
function asksTheSame(now: TestResult, before: TestResult): boolean {
  return now.mechanism === before.mechanism && isDeepStrictEqual(identity(now), identity(before));
}

function identity<Name extends Mechanism>(result: ResultOf<Name> & { mechanism: Name }): unknown {
  const module: MechanismModule<Name> = modules[result.mechanism];
  return module.identity(result);
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

/** The same in a few lines, for the console. Every new hard fail is named, whether it is evidence or not. */
export function baselineLines({
  tests,
  combined,
  health,
  newly_failed,
  mended,
  hard_fail_test,
  score_test,
  regressions,
  notes,
}: BaselineComparison): string[] {
  const count = (change: string) => tests.filter((test) => test.change === change).length;
  const { strict, p, alpha } = hard_fail_test;
  return [
    `Combined ${shown(combined.before)} → ${shown(combined.now)}, health ${health.before} → ${health.now}`,
    `${counted(count("better"), "test")} better, ${count("worse")} worse, ${count("same")} the same${count("not comparable") > 0 ? `, ${count("not comparable")} not comparable` : ""}`,
    ...(newly_failed.length > 0
      ? [`NEW HARD FAILS (${newly_failed.length}): ${newly_failed.join(", ")}`]
      : []),
    ...(mended.length > 0 ? [`No longer hard fails (${mended.length}): ${mended.join(", ")}`] : []),
    `Hard fails: ${hardFailWords(hard_fail_test)}${p > alpha ? ": no more than chance explains" : ""}`,
    score_test.p === null
      ? "Scores: insufficient evidence, fewer than six tests differ"
      : `Scores: ${score_test.difference >= 0 ? "+" : ""}${score_test.difference.toFixed(1)} points on the combined score over ${counted(score_test.tests, "test")}, p = ${score_test.p.toFixed(3)} (${score_test.method})${isSignificant(score_test) ? "" : ": no difference found"}`,
    ...notes.map((note) => `Note: ${note}`),
    regressions.length > 0
      ? `REGRESSION: ${regressions.join("; ")}`
      : newly_failed.length > 0 && !strict
        ? "No regression shown: new hard fails may be chance. If the target is deterministic, use --strict: it counts each"
        : "No regression",
  ];
}
