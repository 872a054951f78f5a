import type { Mechanism, PatternType } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Banks } from "../bank/index.ts";

/** Which tests are wanted, where not all are. */
export type Selection = { testIds?: readonly string[]; topic?: string; patternType?: PatternType };

/** The bank of a test by the beginning of its id; undefined where it says nothing. */
export function bankOf(testId: string): Mechanism | undefined {
  const prefixes: Array<[string, Mechanism]> = [
    ["V2-", "semantic"],
    ["STATE-", "state"],
    ["PAT-", "pattern"],
    ["ALWAYS-", "always"],
  ];
  return prefixes.find(([prefix]) => testId.toUpperCase().startsWith(prefix))?.[1];
}

export const isSelective = ({ testIds, topic, patternType }: Selection): boolean =>
  testIds !== undefined || topic !== undefined || patternType !== undefined;

/** The banks with the tests that are wanted. A wish that no test fulfils is a mistake. */
export function selectTests(banks: Banks, { testIds, topic, patternType }: Selection): Banks {
  const { semantic, state, pattern, always } = banks;
  if (testIds) {
    const all = [semantic, state, pattern, always].flatMap((tests) =>
      (tests ?? []).map(({ test_id }) => test_id),
    );
    const unknown = testIds.find((id) => !all.includes(id));
    if (unknown !== undefined)
      throw new HarnessError({
        code: "unknown-test",
        message: [`There is no test "${unknown}".`, suggestion(unknown, all)].filter(Boolean).join(" "),
        remedy: "`rehearse check --banks all --failures-only` lists tests by their ids.",
      });
  }
  const wanted = (id: string) => testIds === undefined || testIds.includes(id);
  const picked: Banks = {
    dir: banks.dir,
    ...(banks.rules && { rules: banks.rules }),
    ...kept(
      "semantic",
      patternType
        ? undefined
        : semantic?.filter(
            ({ test_id, topics }) => wanted(test_id) && (topic === undefined || topics.includes(topic)),
          ),
    ),
    ...kept("state", topic || patternType ? undefined : state?.filter(({ test_id }) => wanted(test_id))),
    ...kept(
      "pattern",
      topic
        ? undefined
        : pattern?.filter(
            ({ test_id, pattern_type }) =>
              wanted(test_id) && (patternType === undefined || pattern_type === patternType),
          ),
    ),
    ...kept("always", topic || patternType ? undefined : always?.filter(({ test_id }) => wanted(test_id))),
  };
  if (!picked.semantic && !picked.state && !picked.pattern && !picked.always)
    throw nothingPicked(banks, { topic, patternType });
  return picked;
}

const kept = <Name extends Mechanism, Test>(name: Name, tests: readonly Test[] | undefined) =>
  tests && tests.length > 0 ? { [name]: tests } : {};

function nothingPicked(
  { semantic = [] }: Banks,
  { topic, patternType }: Pick<Selection, "topic" | "patternType">,
): HarnessError {
  const topics = [...new Set(semantic.flatMap(({ topics }) => topics))].sort();
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
