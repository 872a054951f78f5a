import { expect, test } from "vitest";
import type { CheckResults } from "../../contract/index.ts";
import { checkDeviations } from "./check-deviations.ts";

const component = { tests_run: 2, average_score: null, hard_fails: 0, by_built_in: false, missing: 2 };
const missing = (message: string) => ({ missing: { code: "timeout", message } });

test("parts that the target left out, tests without a score and damaged files are told, each once", () => {
  const results = {
    target: { name: "mine", kind: "http", top_k: 5, candidates: 15 },
    state: { ...component, by_built_in: true, results: [{}] },
    semantic: { ...component, results: [missing("too late"), missing("too late"), missing("moderated"), {}] },
  } as unknown as CheckResults;
  const told = checkDeviations(results, { damage: ["Line 4 is damaged."], standIns: [] });
  expect(told.map(({ kind, what }) => `${kind}: ${what}`)).toEqual([
    "built-in-answered: the target does not answer state tests: this part was not tested",
    "not-scored: 2 semantic tests: too late",
    "not-scored: 1 semantic test: moderated",
    "damaged-file: Line 4 is damaged.",
  ]);
});
