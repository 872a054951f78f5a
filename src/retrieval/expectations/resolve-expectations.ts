import { isDeepStrictEqual } from "node:util";
import type { Expectations, HumanOverride, SemanticTest } from "../../contract/index.ts";
import type { HistoryEntry } from "./load-history.ts";

/** What a test expects today, and whose word that is. */
export type Resolved = {
  expectations: Expectations;
  /** `original`, `opus_<date>` or `human_override_<date>`. */
  source: string;
  /** The content hashes of the entities that it was made on, where they are known. */
  madeOn: Readonly<Record<string, string>> | undefined;
  /** The same of the last time that anybody looked at the test, whether or not that changed it. */
  lookedAtOn: Readonly<Record<string, string>> | undefined;
  /** The version of a newer calibration that disagrees with a person's override. */
  contestedBy: string | undefined;
};

/** A person's word counts before a model's, whatever their dates; among persons and among models the latest; else what the bank says. */
export function resolveExpectations(
  tests: readonly SemanticTest[],
  history: readonly HistoryEntry[],
): Map<string, Resolved> {
  const latest = latestOf(history);
  return new Map(tests.map((test) => [test.test_id, resolve(test, latest.get(test.test_id))]));
}

type Said<Value> = { value: Value; entry: HistoryEntry };
type Latest = { override?: Said<HumanOverride>; calibration?: Said<Expectations>; lookedAt?: HistoryEntry };

/** In one pass, so that a long history of a large bank is read once. */
function latestOf(history: readonly HistoryEntry[]): Map<string, Latest> {
  const found = new Map<string, Latest>();
  const of = (testId: string): Latest => {
    const known = found.get(testId) ?? {};
    found.set(testId, known);
    return known;
  };
  for (const entry of history) {
    for (const { test_id, updated, human_override } of entry.changes) {
      if (human_override) of(test_id).override = { value: human_override, entry };
      if (updated) of(test_id).calibration = { value: updated, entry };
      of(test_id).lookedAt = entry;
    }
    for (const testId of entry.unchanged) of(testId).lookedAt = entry;
  }
  return found;
}

function resolve(test: SemanticTest, { override, calibration, lookedAt }: Latest = {}): Resolved {
  if (override) {
    const expectations = justExpectations(override.value);
    // Looked at once more and left as it is: the later look agrees with the person.
    const newer =
      calibration &&
      calibration.entry === lookedAt &&
      Date.parse(calibration.entry.version) > Date.parse(override.entry.version)
        ? calibration
        : undefined;
    const contestedBy =
      newer && !sameExpectations(newer.value, expectations) ? newer.entry.version : undefined;
    return {
      expectations,
      source: `human_override_${override.value.override_date}`,
      madeOn: override.entry.kb_hashes,
      lookedAtOn: lookedAt?.kb_hashes,
      contestedBy,
    };
  }
  const madeOn = lookedAt?.kb_hashes;
  if (calibration)
    return {
      expectations: justExpectations(calibration.value),
      source: `opus_${calibration.entry.version.slice(0, 10)}`,
      madeOn,
      lookedAtOn: madeOn,
      contestedBy: undefined,
    };
  return {
    expectations: justExpectations(test),
    source: "original",
    madeOn,
    lookedAtOn: madeOn,
    contestedBy: undefined,
  };
}

/** Without whatever else stands beside them, and each entity once: one that is missing must not cost twice. */
export function justExpectations({
  expected_primary,
  expected_secondary,
  not_expected,
  rank_check,
}: Expectations): Expectations {
  const primary = new Set(expected_primary);
  const pairs = new Map(rank_check.map((pair) => [`${pair.higher}>${pair.lower}`, pair]));
  return {
    expected_primary: [...primary],
    expected_secondary: [...new Set(expected_secondary)].filter((id) => !primary.has(id)),
    not_expected: [...new Set(not_expected)],
    rank_check: [...pairs.values()],
  };
}

/** Order means nothing in them. */
export function sameExpectations(a: Expectations, b: Expectations): boolean {
  const form = (one: Expectations) => [
    one.expected_primary.toSorted(),
    one.expected_secondary.toSorted(),
    one.not_expected.toSorted(),
    one.rank_check.map(({ higher, lower }) => `${higher} ${lower}`).toSorted(),
  ];
  return isDeepStrictEqual(form(a), form(b));
}

/** Entities that a test speaks of and that changed, came or went after its expectation was made. */
export function staleEntities(
  { expectations, madeOn }: Resolved,
  hashes: Readonly<Record<string, string>>,
): string[] {
  if (!madeOn) return [];
  const { expected_primary, expected_secondary, not_expected, rank_check } = expectations;
  const spoken = new Set([
    ...expected_primary,
    ...expected_secondary,
    ...not_expected,
    ...rank_check.flatMap(({ higher, lower }) => [higher, lower]),
  ]);
  return [...spoken].filter((id) => madeOn[id] !== hashes[id]);
}

/** How many expectations come from where. */
export function sourceCounts(resolved: Iterable<Resolved>): {
  original: number;
  opus: number;
  human_override: number;
} {
  const counts = { original: 0, opus: 0, human_override: 0 };
  for (const { source } of resolved)
    counts[
      source === "original" ? "original" : source.startsWith("human_override") ? "human_override" : "opus"
    ] += 1;
  return counts;
}
