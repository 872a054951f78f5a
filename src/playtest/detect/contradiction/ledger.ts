import type { Fact } from "../../../contract/index.ts";
import type { Attribute } from "./statement.ts";

/** The value of what may have changed since it was told: nothing can contradict it. */
export const UNSETTLED = "unsettled";

/** So many of the latest facts are looked at: a session's length must not make its turns slower. */
const MOST_FACTS = 2_000;
/** And so many a turn may add. */
const MOST_NEWS = 60;

/** What the narration has stated last of every thing. */
export type Ledger = {
  latest(entity: string, attribute: Attribute): Fact | undefined;
  /** What was last told for certain, whatever may have become of it since. */
  settled(entity: string, attribute: Attribute): Fact | undefined;
  /** The things whose latest value is this one, or of which there is any. */
  having(attribute: Attribute, value?: string): string[];
  set(fact: Fact): void;
  /** What this turn changed: the last word on each thing, in the order told. */
  news(): Fact[];
};

export const recentFacts = (facts: readonly Fact[]): readonly Fact[] => facts.slice(-MOST_FACTS);

export function openLedger(facts: readonly Fact[]): Ledger {
  const key = (entity: string, attribute: string) => `${attribute} ${entity}`;
  const before = new Map<string, Fact>();
  const settled = new Map<string, Fact>();
  for (const fact of facts) {
    before.set(key(fact.entity, fact.attribute), fact);
    if (fact.value !== UNSETTLED) settled.set(key(fact.entity, fact.attribute), fact);
  }
  const current = new Map(before);
  const told = new Map<string, Fact>();
  return {
    latest: (entity, attribute) => current.get(key(entity, attribute)),
    settled: (entity, attribute) => settled.get(key(entity, attribute)),
    having: (attribute, value) => [...current.values()].filter((fact) => fact.attribute === attribute && fact.value === (value ?? fact.value)).map(({ entity }) => entity),
    set(fact) {
      const at = key(fact.entity, fact.attribute);
      current.set(at, fact);
      if (fact.value !== UNSETTLED) settled.set(at, fact);
      told.delete(at);
      told.set(at, fact);
    },
    // What was told and became uncertain within one turn is as if it had not been told.
    news: () => [...told].filter(([at, { value }]) => value !== UNSETTLED || before.has(at)).map(([, fact]) => fact).slice(0, MOST_NEWS),
  };
}
