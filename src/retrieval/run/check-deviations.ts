import { mechanism, type CheckResults, type Deviation, type TestResult } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";

/** What did not go as asked for in a check: parts that the target did not answer, tests without a score, damaged files. */
export function checkDeviations(
  results: Pick<CheckResults, "target" | "semantic" | "state" | "pattern" | "always">,
  { damage, standIns }: { damage: readonly string[]; standIns: readonly string[] },
): Deviation[] {
  const banks = mechanism.options.flatMap((name) => {
    const found = results[name];
    return found ? [{ name, byBuiltIn: found.by_built_in, tests: found.results as TestResult[] }] : [];
  });
  const one = (kind: Deviation["kind"], what: string, source: string): Deviation => ({
    kind,
    turns: [],
    what,
    source,
  });
  return [
    ...standIns.map((note) => one("other-model", note, "catalog")),
    ...banks
      .filter(({ byBuiltIn }) => byBuiltIn && results.target.kind !== "built-in")
      .map(({ name }) =>
        one(
          "built-in-answered",
          `the target does not answer ${name} tests: this part was not tested`,
          "target",
        ),
      ),
    ...banks.flatMap(({ name, tests }) =>
      [...Map.groupBy(tests, ({ missing }) => missing?.message)].flatMap(([why, same]) =>
        why === undefined
          ? []
          : [one("not-scored", `${counted(same.length, `${name} test`)}: ${why}`, "test results")],
      ),
    ),
    ...damage.map((what) => one("damaged-file", what, "journal")),
  ];
}
