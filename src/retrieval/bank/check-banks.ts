import { join } from "node:path";
import type { Expectations, Mechanism, SemanticTest } from "../../contract/index.ts";
import type { Kb } from "../kb/index.ts";
import { bankPaths, type Banks } from "./load-banks.ts";
import { badBank } from "./read-bank.ts";

/** Refuses banks that cannot mean what they say, before the first call. `kb` is absent where a foreign target brings its own. */
export function checkBanks(
  banks: Banks,
  { kb, expectationsOf }: { kb: Kb | undefined; expectationsOf?: (test: SemanticTest) => Expectations },
): void {
  const wrong: Partial<Record<Mechanism, string[]>> = {};
  const say = (mechanism: Mechanism, problem: string) => (wrong[mechanism] ??= []).push(problem);
  const seen = new Map<string, Mechanism>();

  for (const { mechanism, test_id, speaksOf } of everyTest(banks, expectationsOf)) {
    const twin = seen.get(test_id);
    if (twin)
      say(
        mechanism,
        `${test_id}: there are two tests of this id${twin === mechanism ? "" : ` (the other is in the ${twin} bank)`}`,
      );
    seen.set(test_id, mechanism);
    for (const [field, ids] of Object.entries(speaksOf)) {
      for (const id of ids)
        if (kb && !kb.byId.has(id)) say(mechanism, `${test_id}.${field}: the knowledge base has no "${id}"`);
      if (field !== "rank_check")
        for (const id of twice(ids)) say(mechanism, `${test_id}.${field}: "${id}" stands there twice`);
    }
  }
  for (const test of banks.semantic ?? []) {
    const { expected_primary, expected_secondary, not_expected, rank_check } = expectationsOf?.(test) ?? test;
    if (expected_primary.length + expected_secondary.length + not_expected.length === 0)
      say("semantic", `${test.test_id}: it expects nothing and forbids nothing, so that nothing can fail it`);
    for (const id of expected_secondary)
      if (expected_primary.includes(id)) say("semantic", `${test.test_id}: "${id}" is primary and secondary`);
    for (const id of [...expected_primary, ...expected_secondary]) {
      const mode = kb?.byId.get(id)?.load_mode;
      if (mode !== undefined && mode !== "SEMANTIC")
        say(
          "semantic",
          `${test.test_id}: "${id}" is loaded by ${mode.toLowerCase()}, and cannot come up by what a message means`,
        );
    }
    for (const id of not_expected)
      if (expected_primary.includes(id) || expected_secondary.includes(id))
        say("semantic", `${test.test_id}: "${id}" is expected and forbidden`);
    for (const { higher, lower } of rank_check)
      if (higher === lower) say("semantic", `${test.test_id}: "${higher}" cannot come before itself`);
  }
  for (const { test_id, expected_handlers, not_expected_handlers } of banks.state ?? []) {
    for (const id of expected_handlers)
      if (not_expected_handlers.includes(id)) say("state", `${test_id}: "${id}" is expected and forbidden`);
    if (expected_handlers.length + not_expected_handlers.length === 0)
      say("state", `${test_id}: it expects nothing and forbids nothing, so that nothing can fail it`);
  }
  for (const { test_id, expected_matches, expected_secondary, not_expected_matches } of banks.pattern ?? []) {
    for (const id of not_expected_matches)
      if (expected_matches.includes(id)) say("pattern", `${test_id}: "${id}" is expected and forbidden`);
    if (expected_matches.length + expected_secondary.length + not_expected_matches.length === 0)
      say("pattern", `${test_id}: it expects nothing and forbids nothing, so that nothing can fail it`);
  }
  for (const { entities } of banks.rules?.crisis_patterns ?? [])
    for (const id of entities)
      if (kb && !kb.byId.has(id)) say("pattern", `pattern_rules.json: the knowledge base has no "${id}"`);
  for (const { entity } of banks.rules?.keyword_boosts ?? [])
    if (kb && !kb.byId.has(entity))
      say("pattern", `pattern_rules.json: the knowledge base has no "${entity}"`);

  const [first] = Object.entries(wrong) as Array<[Mechanism, string[]]>;
  if (first) throw badBank(join(banks.dir, bankPaths[first[0]]), Object.values(wrong).flat());
}

const twice = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];

type AnyTest = { mechanism: Mechanism; test_id: string; speaksOf: Record<string, readonly string[]> };

function* everyTest(
  { semantic = [], state = [], pattern = [], always = [] }: Banks,
  expectationsOf?: (test: SemanticTest) => Expectations,
): Generator<AnyTest> {
  for (const test of semantic) {
    const { expected_primary, expected_secondary, not_expected, rank_check } = expectationsOf?.(test) ?? test;
    yield {
      mechanism: "semantic",
      test_id: test.test_id,
      speaksOf: {
        expected_primary,
        expected_secondary,
        not_expected,
        rank_check: rank_check.flatMap(({ higher, lower }) => [higher, lower]),
      },
    };
  }
  for (const { test_id, expected_handlers, not_expected_handlers } of state)
    yield { mechanism: "state", test_id, speaksOf: { expected_handlers, not_expected_handlers } };
  for (const { test_id, expected_matches, expected_secondary, not_expected_matches } of pattern)
    yield {
      mechanism: "pattern",
      test_id,
      speaksOf: { expected_matches, expected_secondary, not_expected_matches },
    };
  for (const { test_id, expected_always } of always)
    yield { mechanism: "always", test_id, speaksOf: { expected_always } };
}
