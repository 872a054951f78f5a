import { mechanism, type Mechanism, type PatternType } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { countTests, testsOf, type Banks } from "../bank/index.ts";

/** Which tests to run, if not all. */
export type Selection = { testIds?: readonly string[]; topic?: string; patternType?: PatternType };

export const isSelective = ({ testIds, topic, patternType }: Selection): boolean =>
  testIds !== undefined || topic !== undefined || patternType !== undefined;

/** The banks with only the selected tests. A selection without any test is a mistake. */
export function selectTests(banks: Banks, selection: Selection): Banks {
  const { testIds } = selection;
  if (testIds) {
    const all = mechanism.options.flatMap((name) => (banks[name] ?? []).map(({ test_id }) => test_id));
    const unknown = testIds.find((id) => !all.includes(id));
    if (unknown !== undefined)
      throw new HarnessError({
        code: "unknown-test",
        message: [`There is no test "${unknown}".`, suggestion(unknown, all)].filter(Boolean).join(" "),
        remedy: "`rehearse check --banks all --failures-only` lists tests by their ids.",
      });
  }
  const picked: Banks = { dir: banks.dir, ...(banks.rules && { rules: banks.rules }) };
  const pick = <Name extends Mechanism>(name: Name): void => {
    const tests = testsOf(banks, name).filter((test) => isSelected(test, selection));
    if (tests.length > 0) Object.assign(picked, { [name]: tests });
  };
  for (const name of mechanism.options) pick(name);
  if (countTests(picked) === 0) throw nothingPicked(banks, selection);
  return picked;
}

/** Only semantic tests have topics, and only pattern tests have a pattern type. */
type AnyTest = { test_id: string; topics?: readonly string[]; pattern_type?: PatternType };

const isSelected = (
  { test_id, topics, pattern_type }: AnyTest,
  { testIds, topic, patternType }: Selection,
): boolean =>
  (testIds === undefined || testIds.includes(test_id)) &&
  (topic === undefined || (topics?.includes(topic) ?? false)) &&
  (patternType === undefined || pattern_type === patternType);

function nothingPicked(
  { semantic = [] }: Banks,
  { topic, patternType }: Pick<Selection, "topic" | "patternType">,
): HarnessError {
  const topics = [...new Set(semantic.flatMap((test) => test.topics))].sort();
  if (topic !== undefined)
    return new HarnessError({
      code: "unknown-topic",
      message: [`No test has the topic "${topic}".`, suggestion(topic, topics)].filter(Boolean).join(" "),
      remedy: `Topics: ${topics.join(", ")}.`,
    });
  return new HarnessError({
    code: "no-tests",
    message: `No test fits${patternType ? ` the pattern type "${patternType}"` : ""}.`,
    remedy: "Ask for another bank, or for all.",
  });
}
