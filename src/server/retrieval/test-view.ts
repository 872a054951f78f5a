import type {
  HistoryStep,
  HumanOverride,
  Mechanism,
  ResultOf,
  Stage,
  TestResult,
  TestView,
} from "../../contract/index.ts";
import {
  allResults,
  modules,
  sameExpectations,
  type HistoryEntry,
  type MechanismModule,
} from "../../retrieval/index.ts";
import { Refusal } from "../problem.ts";
import type { BankState, BankTest } from "./bank-index.ts";
import { runsOf, type Shown } from "./overview.ts";
import type { RunIndex } from "./run-index.ts";
import { testCards } from "./test-cards.ts";

const PAST = 60;

/**
 * One test: its last result with every stage, its scores over the runs, and the sources and dates of its expectation.
 */
export function testViewOf(
  id: string,
  { banks, shown, index }: { banks: BankState; shown: Shown; index: RunIndex },
): TestView {
  const at = banks.byId.get(id);
  const test = at === undefined ? undefined : banks.tests[at];
  if (at === undefined || !test)
    throw new Refusal({
      status: 404,
      code: "not-found",
      message: `Test ${JSON.stringify(id.slice(0, 200))} not found in the banks.`,
      remedy: "GET /api/retrieval/tests lists all tests.",
    });
  const [card] = testCards({ ...banks, tests: [test] }, shown);
  const last = lastOf(id, { results: card!.results, index });
  const past = runsOf(shown).flatMap(({ digest, verdicts }) => {
    const verdict = verdicts.get(id);
    return verdict
      ? [{ results: digest.results, at: digest.at, score: verdict.score, partial: digest.partial }]
      : [];
  });
  return {
    target: shown.target,
    targets: targetsOf(id, shown.runs),
    card: card!,
    last,
    past: past.slice(0, PAST).toReversed(),
    expectations: test.expected
      ? {
          today: test.expected.expectations,
          contested_by: test.expected.contestedBy ?? null,
          changed_since:
            last?.result.mechanism === "semantic" &&
            !sameExpectations(last.result.expectations, test.expected.expectations),
        }
      : null,
    history: historyOf(test, banks.history),
    previous: banks.tests[at - 1]?.test_id ?? null,
    next: banks.tests[at + 1]?.test_id ?? null,
  };
}

function targetsOf(id: string, runs: Shown["runs"]): TestView["targets"] {
  const newest = new Map<string, TestView["targets"][number]>();
  for (const {
    digest: { target, at },
    verdicts,
  } of runs) {
    const verdict = verdicts.get(id);
    if (verdict && !newest.has(target))
      newest.set(target, { target, at, state: verdict.state, score: verdict.score });
  }
  return [...newest.values()];
}

function lastOf(
  id: string,
  { results, index }: { results: string | null; index: RunIndex },
): TestView["last"] {
  if (results === null) return null;
  const whole = index.whole(results);
  const result = allResults(whole).find(({ test_id }) => test_id === id);
  const { new_critical = [], lost = [] } = whole.outcome?.baseline ?? {};
  const worse = [...new_critical, ...lost.filter(({ regression }) => regression)].find(
    ({ test_id }) => test_id === id,
  )?.says;
  return result
    ? {
        results,
        at: whole.timestamp,
        target: whole.target.name,
        result,
        ...(worse !== undefined && { worse }),
        stages: stagesOf(result.mechanism, result),
      }
    : null;
}

function stagesOf<Name extends Mechanism>(name: Name, result: TestResult): Stage[] {
  const module: MechanismModule<Name> = modules[name];
  return module.stages(result as ResultOf<Name>);
}

/** From the bank to the current expectation. */
function historyOf({ test_id, expected }: BankTest, history: readonly HistoryEntry[]): HistoryStep[] {
  if (!expected) return [];
  const steps: HistoryStep[] = [
    {
      at: null,
      by: "bank",
      who: null,
      trigger: null,
      kb_version: null,
      why: null,
      expectations: expected.original,
      in_force: false,
    },
  ];
  for (const entry of history) steps.push(...stepsOf(entry, test_id));
  // A person's override before a model's expectation before the bank's; of each the latest.
  const inForce = (["person", "model", "bank"] as const)
    .map((by) => steps.findLast((step) => step.by === by && step.expectations !== null))
    .find((step) => step !== undefined);
  return steps.map((step) => ({ ...step, in_force: step === inForce }));
}

function stepsOf(
  { version: at, calibration_trigger: trigger, kb_version, model, changes, unchanged }: HistoryEntry,
  testId: string,
): HistoryStep[] {
  const base = { at, trigger, kb_version, in_force: false };
  const steps = changes
    .filter(({ test_id }) => test_id === testId)
    .flatMap(({ updated, opus_reasoning: why, human_override }): HistoryStep[] => [
      ...(updated ? [{ ...base, by: "model" as const, who: model ?? null, why, expectations: updated }] : []),
      ...(human_override ? [byPerson(human_override, base)] : []),
    ]);
  return unchanged.includes(testId)
    ? [...steps, { ...base, by: "model", who: model ?? null, why: null, expectations: null }]
    : steps;
}

const byPerson = (
  { author, reason, expected_primary, expected_secondary, not_expected, rank_check }: HumanOverride,
  base: Pick<HistoryStep, "at" | "trigger" | "kb_version" | "in_force">,
): HistoryStep => ({
  ...base,
  by: "person",
  who: author || null,
  why: reason || null,
  expectations: { expected_primary, expected_secondary, not_expected, rank_check },
});
