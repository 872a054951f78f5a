import type { AffectedTest, PatternRules, SemanticTest } from "../../contract/index.ts";
import { mentionedIn, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";

type KbChanges = { changed: string[]; added: string[]; removed: string[] };

export function kbChanges({ hashes }: Kb, before: Readonly<Record<string, string>>): KbChanges {
  // An entity may be called "constructor".
  const was = (id: string) => Object.hasOwn(before, id);
  return {
    changed: Object.keys(hashes).filter((id) => was(id) && before[id] !== hashes[id]),
    added: Object.keys(hashes).filter((id) => !was(id)),
    removed: Object.keys(before).filter((id) => !Object.hasOwn(hashes, id)),
  };
}

export type AffectedOptions = {
  tests: readonly SemanticTest[];
  expectations: ReadonlyMap<string, Resolved>;
  /** Entities to count as new, also for tests that were never calibrated. */
  added?: readonly string[];
  kb: Kb;
  rules: PatternRules | undefined;
  /** The entities nearest to each message; absent if no embedder was asked. */
  neighbours?: ReadonlyMap<string, readonly string[]>;
};

/**
 * A test is affected if its expectation names the entity, if the entity lies near its message, or if the message uses its
 * words. For each test, changes count from its own last review.
 */
export function affectedTests({
  tests,
  expectations,
  added = [],
  kb,
  rules,
  neighbours,
}: AffectedOptions): AffectedTest[] {
  return tests.flatMap((test) => {
    const resolved = expectations.get(test.test_id)!;
    const touched = new Set([
      ...added,
      ...(resolved.lookedAtOn ? Object.values(kbChanges(kb, resolved.lookedAtOn)).flat() : []),
    ]);
    const spoken = mentionedIn(resolved.expectations);
    const near = new Set(neighbours?.get(test.test_id));
    const message = ` ${test.prompt.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
    const reasons = [...touched].flatMap((id) => {
      if (spoken.has(id)) return [`${id}: part of the expectation`];
      if (near.has(id)) return [`${id}: similar to the message`];
      const word = keywordsOf(id, kb, rules).find((keyword) => message.includes(` ${keyword} `));
      return word === undefined ? [] : [`${id}: the message says "${word}"`];
    });
    return reasons.length === 0 ? [] : [{ testId: test.test_id, reasons }];
  });
}

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
