import type { PatternRules, SemanticTest } from "../../contract/index.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";

/** What happened to the knowledge base since a state of it that is known by its hashes. */
export type KbChanges = { changed: string[]; added: string[]; removed: string[] };

export function kbChanges({ hashes }: Kb, before: Readonly<Record<string, string>>): KbChanges {
  return {
    changed: Object.keys(hashes).filter((id) => before[id] !== undefined && before[id] !== hashes[id]),
    added: Object.keys(hashes).filter((id) => before[id] === undefined),
    removed: Object.keys(before).filter((id) => hashes[id] === undefined),
  };
}

/** Why a test must be looked at again. */
export type Affected = { testId: string; reasons: string[] };

export type AffectedOptions = {
  tests: readonly SemanticTest[];
  expectations: ReadonlyMap<string, Resolved>;
  /** Entities that somebody names as new, also for tests that were never calibrated. */
  added?: readonly string[];
  kb: Kb;
  rules: PatternRules | undefined;
  /** The entities nearest to each message; absent where no embedder was asked. */
  neighbours?: ReadonlyMap<string, readonly string[]>;
};

/**
 * The tests that a change touches: they speak of the entity, it lies near their message, or they use its words. Each
 * counts from when it was last looked at: a calibration of one test says nothing about the others.
 */
export function affectedTests({
  tests,
  expectations,
  added = [],
  kb,
  rules,
  neighbours,
}: AffectedOptions): Affected[] {
  const changesSince = remembered((before: Readonly<Record<string, string>>) =>
    Object.values(kbChanges(kb, before)).flat(),
  );
  const wordsOf = remembered((id: string) => keywordsOf(id, kb, rules));
  return tests.flatMap((test) => {
    const resolved = expectations.get(test.test_id)!;
    const touched = new Set([...added, ...(resolved.lookedAtOn ? changesSince(resolved.lookedAtOn) : [])]);
    const spoken = mentioned(resolved);
    const near = new Set(neighbours?.get(test.test_id));
    const message = ` ${test.prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
    const reasons = [...touched].flatMap((id) => {
      if (spoken.has(id)) return [`${id}: it is part of the expectation`];
      if (near.has(id)) return [`${id}: it lies near the message`];
      const word = wordsOf(id).find((keyword) => message.includes(` ${keyword} `));
      return word === undefined ? [] : [`${id}: the message says "${word}"`];
    });
    return reasons.length === 0 ? [] : [{ testId: test.test_id, reasons }];
  });
}

/** Most tests were looked at together. */
function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}

const mentioned = ({
  expectations: { expected_primary, expected_secondary, not_expected, rank_check },
}: Resolved): Set<string> =>
  new Set([
    ...expected_primary,
    ...expected_secondary,
    ...not_expected,
    ...rank_check.flatMap(({ higher, lower }) => [higher, lower]),
  ]);

function keywordsOf(id: string, { byId }: Kb, rules: PatternRules | undefined): string[] {
  const boosted = (rules?.keyword_boosts ?? [])
    .filter(({ entity }) => entity === id)
    .flatMap(({ keywords }) => keywords);
  const title = byId.get(id)?.title;
  return [...boosted, id.replaceAll("_", " "), ...(title === undefined ? [] : [title])].map((words) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
}
