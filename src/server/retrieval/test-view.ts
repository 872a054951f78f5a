import type { Mechanism, ResultOf, Stage, TestResult, TestView } from "../../contract/index.ts";
import { allResults, modules, sameExpectations, type MechanismModule } from "../../retrieval/index.ts";
import { notFound } from "../problem.ts";
import type { BankState } from "./bank-index.ts";
import type { Shown } from "./overview.ts";
import type { RunIndex } from "./run-index.ts";
import { testCards } from "./test-cards.ts";

/** One test: its last result with every stage, and its expectation. */
export function testViewOf(
  id: string,
  { banks, shown, index }: { banks: BankState; shown: Shown; index: RunIndex },
): TestView {
  const at = banks.byId.get(id);
  const test = at === undefined ? undefined : banks.tests[at];
  if (at === undefined || !test)
    throw notFound("Test", id, "GET /api/retrieval/tests lists all tests of the banks.");
  const [card] = testCards({ ...banks, tests: [test] }, shown);
  const last = lastOf(id, { results: card!.results, index });
  const having = shown.runs.filter(({ verdicts }) => verdicts.has(id));
  return {
    target: shown.target,
    targets: [...new Set(having.map(({ digest }) => digest.target))],
    card: card!,
    last,
    expectations: test.expected
      ? {
          today: test.expected.expectations,
          changed_since:
            last?.result.mechanism === "semantic" &&
            !sameExpectations(last.result.expectations, test.expected.expectations),
        }
      : null,
    previous: banks.tests[at - 1]?.test_id ?? null,
    next: banks.tests[at + 1]?.test_id ?? null,
  };
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
        worse,
        stages: stagesOf(result.mechanism, result),
      }
    : null;
}

function stagesOf<Name extends Mechanism>(name: Name, result: TestResult): Stage[] {
  const module: MechanismModule<Name> = modules[name];
  return module.stages(result as ResultOf<Name>);
}
