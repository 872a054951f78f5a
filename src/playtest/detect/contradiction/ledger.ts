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
  having(attribute: Attribute, value?: string): readonly string[];
  set(fact: Fact): void;
  /** What this turn changed: the last word on each thing, in the order told. */
  news(): Fact[];
};

/** By attribute and thing: the last fact, and the how manieth of all. */
type Pages = Map<string, Map<string, { fact: Fact; at: number }>>;
/** What was told before this turn, after so many facts. */
type Past = { count: number; latest: Pages; settled: Pages };

export function openLedger(facts: readonly Fact[]): Ledger {
  const past = pastOf(facts);
  const now: Past = { count: 0, latest: new Map(), settled: new Map() };
  const told = new Map<string, Fact>();
  /** Every sentence asks the same again. */
  const answers = new Map<Attribute, Map<string, readonly string[]>>();
  const isRecent = ({ at }: { at: number }) => at >= past.count - MOST_FACTS;
  const read = (pages: "latest" | "settled", entity: string, attribute: string): Fact | undefined => {
    const old = past[pages].get(attribute)?.get(entity);
    return now[pages].get(attribute)?.get(entity)?.fact ?? (old && isRecent(old) ? old.fact : undefined);
  };
  const wasKnown = (entity: string, attribute: string) => {
    const old = past.latest.get(attribute)?.get(entity);
    return old !== undefined && isRecent(old);
  };
  return {
    latest: (entity, attribute) => read("latest", entity, attribute),
    settled: (entity, attribute) => read("settled", entity, attribute),
    having(attribute, value = "") {
      const had = answers.get(attribute)?.get(value);
      if (had) return had;
      const [before, since] = [past.latest.get(attribute), now.latest.get(attribute)];
      const found: string[] = [];
      for (const [entity, old] of before ?? []) {
        const last = since?.get(entity) ?? (isRecent(old) ? old : undefined);
        if (last && (value === "" || last.fact.value === value)) found.push(entity);
      }
      for (const [entity, { fact }] of since ?? [])
        if (!before?.has(entity) && (value === "" || fact.value === value)) found.push(entity);
      if (!answers.has(attribute)) answers.set(attribute, new Map());
      answers.get(attribute)!.set(value, found);
      return found;
    },
    set(fact) {
      write(now, fact, Infinity);
      answers.delete(fact.attribute as Attribute);
      const at = `${fact.attribute} ${fact.entity}`;
      told.delete(at);
      told.set(at, fact);
    },
    // What was told and became uncertain within one turn is as if it had not been told.
    news: () =>
      [...told.values()]
        .filter(({ value, entity, attribute }) => value !== UNSETTLED || wasKnown(entity, attribute))
        .slice(0, MOST_NEWS),
  };
}

function write({ latest, settled }: Past, fact: Fact, at: number): void {
  for (const pages of fact.value === UNSETTLED ? [latest] : [latest, settled]) {
    const page = pages.get(fact.attribute);
    if (page) page.set(fact.entity, { fact, at });
    else pages.set(fact.attribute, new Map([[fact.entity, { fact, at }]]));
  }
}

/** By the last fact in it: a session's next turn goes on from where this one stood, so that its length does not make its turns slower. */
const pasts = new WeakMap<Fact, Past>();

function pastOf(facts: readonly Fact[]): Past {
  const past = takeUp(facts) ?? {
    count: Math.max(0, facts.length - MOST_FACTS),
    latest: new Map(),
    settled: new Map(),
  };
  for (; past.count < facts.length; past.count += 1) write(past, facts[past.count]!, past.count);
  const last = facts.at(-1);
  if (last) pasts.set(last, past);
  return past;
}

/** The past of one of the last turns. It is that turn's no longer: who goes back there reads it all again. */
function takeUp(facts: readonly Fact[]): Past | undefined {
  for (let at = facts.length - 1; at >= 0 && at >= facts.length - MOST_NEWS - 1; at -= 1) {
    const known = pasts.get(facts[at]!);
    if (known?.count !== at + 1) continue;
    pasts.delete(facts[at]!);
    return known;
  }
  return undefined;
}
