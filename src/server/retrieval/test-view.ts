import type { Stage, TestResult, TestView } from "../../contract/index.ts";
import { allResults, type EntityList, moduleOf, sameExpectations } from "../../retrieval/index.ts";
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
        stages: stagesOf(result),
      }
    : null;
}

function stagesOf(result: TestResult): Stage[] {
  if (result.mechanism === "semantic") return [];
  return [
    ...("user_state" in result
      ? [
          {
            title: "The user's state",
            facts: Object.entries(result.user_state).map(([name, value]) => ({ name, value: String(value) })),
          },
        ]
      : []),
    ...("details" in result
      ? [{ title: "Rules that matched", matches: result.details, none: "No rule matched." }]
      : []),
    { title: "Expected, and what came up", lists: listsOf(moduleOf(result).outcome(result)) },
  ];
}

function listsOf(lists: readonly EntityList[]): Stage["lists"] {
  const idsOf = (is: EntityList["is"]) => lists.flatMap((list) => (list.is === is ? list.ids : []));
  const [came, wanted, forbidden] = [idsOf("came"), idsOf("wanted"), idsOf("forbidden")];
  const markOf = (id: string) => {
    if (forbidden.includes(id)) return came.includes(id) ? "bad" : "none";
    if (wanted.includes(id)) return came.includes(id) ? "good" : "lost";
    return lists.some(({ is }) => is === "forbidden") ? "extra" : "none";
  };
  return lists.map(({ label, ids }) => ({
    heading: label,
    entities: ids.map((id) => ({ id, mark: markOf(id) })),
  }));
}
