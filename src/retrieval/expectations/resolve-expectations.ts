import { isDeepStrictEqual } from "node:util";
import type {
  Expectations,
  HumanOverride,
  ListAdditions,
  RankCheck,
  SemanticTest,
} from "../../contract/index.ts";
import type { HistoryEntry } from "./history.ts";

export type Resolved = {
  expectations: Expectations;
  /** `original`, `opus_<date>` or `human_override_<date>`. */
  source: string;
  /** The content hashes of the entities when it was made, if known. */
  madeOn: Readonly<Record<string, string>> | undefined;
  /** The same for the last time the test was reviewed, whether or not that changed it. */
  lookedAtOn: Readonly<Record<string, string>> | undefined;
  /** The version of a newer calibration that disagrees with a person's override. */
  contestedBy: string | undefined;
  /** Additions of the last calibration that nobody has accepted. They do not count. */
  proposals?: ListAdditions;
};

/**
 * A person's override takes precedence over a calibration, regardless of dates; of each kind the latest counts; without
 * any, the bank does.
 */
export function resolveExpectations(
  tests: readonly SemanticTest[],
  history: readonly HistoryEntry[],
): Map<string, Resolved> {
  const latest = latestOf(history);
  return new Map(
    tests.map((test) => {
      const known = latest.get(test.test_id);
      const resolved = resolve(test, known);
      const proposals = known?.proposals && stillNew(known.proposals, resolved.expectations);
      return [test.test_id, { ...resolved, ...(proposals && { proposals }) }];
    }),
  );
}

type Said<Value> = { value: Value; entry: HistoryEntry };
type Latest = {
  override?: Said<HumanOverride>;
  calibration?: Said<Expectations>;
  lookedAt?: HistoryEntry;
  proposals?: ListAdditions;
};

/** One pass over the history, for large banks. */
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
    // A later calibration replaces earlier proposals. A person's decision leaves what they did not take.
    if (entry.model !== undefined)
      for (const testId of [...entry.changes.map(({ test_id }) => test_id), ...entry.unchanged])
        delete of(testId).proposals;
    for (const { test_id, ...additions } of entry.proposals ?? []) of(test_id).proposals = additions;
  }
  return found;
}

function resolve(test: SemanticTest, { override, calibration, lookedAt }: Latest = {}): Resolved {
  if (override) {
    const expectations = justExpectations(override.value);
    // If a later review changed nothing, it agrees with the person.
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

/** The additions that expectations lack and can take; undefined: none. */
export function stillNew(
  { not_expected, rank_check }: ListAdditions,
  expectations: Expectations,
): ListAdditions | undefined {
  const { expected_primary, expected_secondary } = expectations;
  const known = new Set([...expected_primary, ...expected_secondary, ...expectations.not_expected]);
  const left = {
    not_expected: not_expected.filter((id) => !known.has(id)),
    rank_check: rank_check.filter((pair) => !expectations.rank_check.some((other) => samePair(pair, other))),
  };
  return left.not_expected.length + left.rank_check.length === 0 ? undefined : left;
}

const samePair = (a: RankCheck, b: RankCheck): boolean => a.higher === b.higher && a.lower === b.lower;
export const oppositePair = (a: RankCheck, b: RankCheck): boolean =>
  a.higher === b.lower && a.lower === b.higher;

/** Expectations with additions that a person accepted. A new pair replaces its opposite. */
export const withAdditions = (
  expectations: Expectations,
  { not_expected, rank_check }: ListAdditions,
): Expectations =>
  justExpectations({
    ...expectations,
    not_expected: [...expectations.not_expected, ...not_expected],
    rank_check: [
      ...expectations.rank_check.filter((old) => !rank_check.some((pair) => oppositePair(pair, old))),
      ...rank_check,
    ],
  });

/** Only the expectations, each entity once: a missing one must not be penalised twice. */
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

export const sameExpectations = (a: Expectations, b: Expectations): boolean =>
  isDeepStrictEqual(comparableExpectations(a), comparableExpectations(b));

/** Without order, which has no meaning. */
export const comparableExpectations = (one: Expectations): string[][] => [
  one.expected_primary.toSorted(),
  one.expected_secondary.toSorted(),
  one.not_expected.toSorted(),
  one.rank_check.map(({ higher, lower }) => `${higher} ${lower}`).toSorted(),
];

/** Every entity that expectations name. */
export const mentionedIn = ({
  expected_primary,
  expected_secondary,
  not_expected,
  rank_check,
}: Expectations): Set<string> =>
  new Set([
    ...expected_primary,
    ...expected_secondary,
    ...not_expected,
    ...rank_check.flatMap(({ higher, lower }) => [higher, lower]),
  ]);

/** Entities of an expectation that were changed, added or removed after it was made. */
export const staleEntities = (
  { expectations, madeOn }: Resolved,
  hashes: Readonly<Record<string, string>>,
): string[] => (madeOn ? [...mentionedIn(expectations)].filter((id) => madeOn[id] !== hashes[id]) : []);

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
