import { mechanism, type Mechanism } from "../../contract/index.ts";
import { modules, type BankWorld, type MechanismModule } from "../mechanisms/index.ts";
import { badBank, bankPath, testsOf, type Banks } from "./load-banks.ts";

/** Refuses contradictory banks before the first call. */
export function checkBanks(banks: Banks, world: BankWorld): void {
  const wrong: Partial<Record<Mechanism, string[]>> = {};
  const say = (name: Mechanism, problem: string) => (wrong[name] ??= []).push(problem);
  const { kb } = world;
  const seen = new Map<string, Mechanism>();

  function checkBank<Name extends Mechanism>(name: Name): void {
    const module: MechanismModule<Name> = modules[name];
    for (const test of testsOf(banks, name)) {
      const { test_id } = test;
      const twin = seen.get(test_id);
      if (twin)
        say(
          name,
          `${test_id}: there are two tests of this id${twin === name ? "" : ` (the other is in the ${twin} bank)`}`,
        );
      seen.set(test_id, name);
      for (const [field, ids] of Object.entries(module.mentions(test, world))) {
        for (const id of ids)
          if (kb && !kb.byId.has(id)) say(name, `${test_id}.${field}: the knowledge base has no "${id}"`);
        if (field !== "rank_check")
          for (const id of repeated(ids)) say(name, `${test_id}.${field}: "${id}" stands there twice`);
      }
      for (const problem of module.problems(test, world)) say(name, `${test_id}: ${problem}`);
    }
  }

  for (const name of mechanism.options) checkBank(name);
  const ruled = [
    ...(banks.rules?.crisis_patterns ?? []).flatMap(({ entities }) => entities),
    ...(banks.rules?.keyword_boosts ?? []).map(({ entity }) => entity),
  ];
  for (const id of ruled)
    if (kb && !kb.byId.has(id)) say("pattern", `pattern_rules.json: the knowledge base has no "${id}"`);

  const [first] = Object.keys(wrong) as Mechanism[];
  if (first) throw badBank(bankPath(banks.dir, first), Object.values(wrong).flat());
}

const repeated = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
];
