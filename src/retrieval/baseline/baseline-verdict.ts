/** What a comparison with a baseline says. */
import type { Fact, LostTest, Verdict, VerdictFinding, VerdictTable } from "../../contract/index.ts";
import { counted, pText, shortList, signed } from "../../kernel/report/index.ts";
import { DECIDING_ATTEMPTS } from "../run/index.ts";
import type { BaselineFacts } from "./compare-with-baseline.ts";
import { FAILURES_OF_STABLE } from "./is-regression.ts";

export function baselineVerdict(facts: BaselineFacts): Verdict {
  const { lost } = facts;
  const outcome = outcomeOf(facts);
  return {
    outcome,
    headline: `${HEADS[outcome]}: ${reasonOf(facts)}.`,
    cautions: cautionsOf(facts),
    because: [],
    facts: factsOf(facts),
    findings: [
      ...facts.new_critical.map(({ test_id, says }) => finding(test_id, `A new critical failure, ${says}.`)),
      ...lost.toSorted((a, b) => Number(b.regression) - Number(a.regression)).map(lostFinding),
    ],
    tables: [scoreTable(facts), ...movedTable(facts)],
    next: lost.some(isThin)
      ? [
          {
            says:
              `Make the baseline with \`rehearse check --repeat ${DECIDING_ATTEMPTS}\`: a test that passed every time there ` +
              `counts as a regression if it fails ${FAILURES_OF_STABLE} of ${DECIDING_ATTEMPTS}.`,
          },
        ]
      : [],
  };
}

type Outcome = "passed" | "failed" | "undecided";
const HEADS: Record<Outcome, string> = { passed: "Passed", failed: "Failed", undecided: "Not decided" };

function outcomeOf(facts: BaselineFacts): Outcome {
  if (regressionsOf(facts).length > 0) return "failed";
  return isComparable(facts) ? "passed" : "undecided";
}

const isComparable = ({ tests }: BaselineFacts): boolean => tests.better + tests.worse + tests.same > 0;

/** The cause of the outcome, as the rest of a sentence. */
export function reasonOf(facts: BaselineFacts): string {
  const regressions = regressionsOf(facts);
  if (regressions.length > 0) return regressions.join("; ");
  if (!isComparable(facts))
    return "no test has the same question, the same expectation and a score in both runs";
  const { lost } = facts;
  return lost.length === 0
    ? "no test that passed in the baseline fails now"
    : `no test fails often enough to be a regression (${failures(lost, (test) => `failed ${often(test)}`)})`;
}

function regressionsOf({ new_critical, lost, score_test }: BaselineFacts): string[] {
  const worse = lost.filter(({ regression }) => regression);
  const [first, ...others] = new_critical.map(({ test_id }) => test_id);
  return [
    ...(first === undefined
      ? []
      : others.length === 0
        ? [`${first} is a new critical failure`]
        : [`new critical failures: ${shortList([first, ...others])}`]),
    ...(worse.length === 0 ? [] : [failures(worse, nowFails)]),
    ...(isLower(score_test) ? [`the combined score fell by ${scoreFall(score_test)}`] : []),
  ];
}

const isLower = ({ p, alpha }: BaselineFacts["score_test"]): boolean => p !== null && p <= alpha;

const scoreFall = ({ difference, p }: BaselineFacts["score_test"]): string =>
  `${(-difference).toFixed(1)} points (${pText(p!)})`;

/** "5 of 5". */
const often = ({ now }: LostTest): string => `${now.failed} of ${now.attempts}`;

/** A deterministic test was asked once: "1 of 1" would say nothing. */
const nowFails = (test: LostTest): string =>
  test.now.attempts === 1 ? "now fails" : `now fails ${often(test)}`;

const failures = (tests: readonly LostTest[], says: (test: LostTest) => string): string =>
  shortList(tests.map((test) => `${test.test_id} ${says(test)}`));

/** The baseline asked too rarely to show that the test is stable. */
const isThin = ({ before, deterministic }: LostTest): boolean =>
  !deterministic && before.attempts < DECIDING_ATTEMPTS;

const finding = (title: string, says: string): VerdictFinding => ({ title, says, quotes: [] });

function lostFinding(test: LostTest): VerdictFinding {
  const { test_id, says, before, regression } = test;
  const sentences = [
    `It ${nowFails(test)} (${says}) and passed ${before.passed} of ${before.attempts} in the baseline.`,
    ...(regression ? [] : ["This may be chance."]),
    ...(isThin(test) ? [`The baseline needs ${DECIDING_ATTEMPTS} attempts to show that it is stable.`] : []),
  ];
  return finding(test_id, sentences.join(" "));
}

function factsOf(facts: BaselineFacts): Fact[] {
  const { combined, health, tests, mended, score_test, answers } = facts;
  const { better, worse, same, left_out } = tests;
  return [
    { label: "Combined score", value: combined.now, note: `${combined.before ?? "none"} in the baseline` },
    { label: "Health", value: health.now, note: `${health.before} in the baseline` },
    {
      label: "Tests",
      value: `${better} better, ${worse} worse, ${same} the same`,
      ...(left_out > 0 && { note: `${left_out} not compared` }),
    },
    {
      label: "Change in score",
      value: signed(score_test.difference, (size) => size.toFixed(1)),
      unit: "points",
      note:
        score_test.p === null
          ? "not tested: too few tests differ (at least 7 are needed)"
          : `${pText(score_test.p)} for a fall; counts if p ≤ ${score_test.alpha}`,
    },
    ...(mended.length > 0 ? [{ label: "No longer hard fails", value: shortList(mended) }] : []),
    ...answers,
  ];
}

const SETTINGS = { top_k: "retrieval.topK", candidates: "retrieval.candidates" } as const;

/** Changes of the setup, which may explain a change of the scores. */
function cautionsOf({ differs }: BaselineFacts): string[] {
  const { kb, target, settings, banks, reworded, onlyBefore, onlyNow, unanswered } = differs;
  const listed = (ids: readonly string[], says: string) =>
    ids.length === 0 ? [] : [`${counted(ids.length, "test")} ${says}: ${shortList(ids)}.`];
  return [
    ...(kb ? ["The knowledge base has changed since the baseline."] : []),
    ...(target ? ["The baseline was made with another target."] : []),
    ...settings.map(
      ({ name, before, now }) => `${SETTINGS[name]} is ${now}; it was ${before} in the baseline.`,
    ),
    ...(banks
      ? ["The baseline ran other banks or tests: combined scores and health are not comparable."]
      : []),
    ...listed(onlyBefore, "in the baseline but not in this run"),
    ...listed(onlyNow, "in this run but not in the baseline"),
    ...listed(reworded, "not compared, because the question or the expectation changed"),
    ...listed(unanswered, "had a score in the baseline and no answer now"),
  ];
}

function scoreTable({ combined, components, hard_fails, health }: BaselineFacts): VerdictTable {
  const row = (name: string, { before, now }: { before: number | null; now: number | null }) => [
    name,
    before,
    now,
    before === null || now === null ? "" : signed(Math.round(10 * (now - before)) / 10),
  ];
  return {
    title: "Scores",
    columns: [
      { label: "Score" },
      { label: "Baseline", align: "right" },
      { label: "Now", align: "right" },
      { label: "Change", align: "right" },
    ],
    rows: [
      row("combined", combined),
      ...Object.entries(components).map(([name, scores]) => row(name, scores)),
      row("hard fails", hard_fails),
      ["health", health.before, health.now, ""],
    ],
  };
}

const SHOWN = 30;

/** Tests with another score, the largest falls first. */
function movedTable({ changes }: BaselineFacts): VerdictTable[] {
  const moved = changes
    .filter(({ change }) => change === "better" || change === "worse")
    .toSorted((a, b) => a.now! - a.before! - (b.now! - b.before!));
  if (moved.length === 0) return [];
  return [
    {
      title: "Changed tests",
      columns: [{ label: "Test" }, { label: "Baseline", align: "right" }, { label: "Now", align: "right" }],
      rows: moved.slice(0, SHOWN).map(({ test_id, before, now }) => [test_id, before, now]),
      ...(moved.length > SHOWN && { note: `And ${moved.length - SHOWN} more.` }),
    },
  ];
}
