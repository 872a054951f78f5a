import type { CalibrateResult } from "../../contract/index.ts";
import { mentionedIn } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { CANDIDATES } from "../mechanisms/index.ts";
import type { CalibrateOptions } from "./ask-calibrator.ts";
import { lexicalEntry, lexicalIndex, semanticOnes } from "../target/index.ts";

/**
 * A test is affected if its expectation names an entity that is new, changed or gone, or if such an entity is among those
 * nearest to its message by words. For each test, changes count from its own last review.
 */
export function affectedTests({
  tests,
  expectations,
  added = [],
  kb,
}: Pick<CalibrateOptions, "tests" | "expectations" | "kb"> & {
  /** Entities to count as new, also for tests that were never calibrated. */
  added?: readonly string[];
}): CalibrateResult["affected"] {
  const index = lexicalIndex(semanticOnes(kb).map(lexicalEntry));
  return tests.flatMap((test) => {
    const { expectations: expected, lookedAtOn } = expectations.get(test.test_id)!;
    const touched = new Set([...added, ...(lookedAtOn ? changesSince(lookedAtOn, kb) : [])]);
    if (touched.size === 0) return [];
    const named = mentionedIn(expected);
    const near = new Set(index.search(test.prompt, CANDIDATES).map(({ id }) => id));
    const reasons = [...touched].flatMap((id) => {
      if (named.has(id)) return [`${id}: part of the expectation`];
      return near.has(id) ? [`${id}: similar to the message`] : [];
    });
    return reasons.length === 0 ? [] : [{ test_id: test.test_id, reasons }];
  });
}

function changesSince(before: Readonly<Record<string, string>>, { hashes }: Kb): string[] {
  // An entity may be called "constructor".
  const was = (id: string) => (Object.hasOwn(before, id) ? before[id] : undefined);
  const changed = Object.keys(hashes).filter((id) => was(id) !== hashes[id]);
  return [...changed, ...Object.keys(before).filter((id) => !Object.hasOwn(hashes, id))];
}
