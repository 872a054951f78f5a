import { isDeepStrictEqual } from "node:util";
import type { ExpectedItem, Expectations, HumanOverride, SemanticTest } from "../../contract/index.ts";
import { plainQuote } from "../../kernel/text/index.ts";
import { historyStem, type HistoryEntry } from "./history.ts";

export type Resolved = {
  expectations: Expectations;
  /** `original`, `opus_<name of the file>` or `human_override_<date>`. */
  source: string;
  /** The content hashes of the entities when the test was last reviewed, whether or not that changed it. */
  lookedAtOn: Readonly<Record<string, string>> | undefined;
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
  return new Map(tests.map((test) => [test.test_id, resolve(test, latest.get(test.test_id))]));
}

type Latest = {
  override?: HumanOverride;
  calibration?: { value: Expectations; entry: HistoryEntry };
  lookedAt?: HistoryEntry;
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
    // Of two changes in one file the specification takes the first.
    for (const { test_id, updated, human_override } of entry.changes.toReversed()) {
      if (human_override) of(test_id).override = human_override;
      if (updated) of(test_id).calibration = { value: updated, entry };
      of(test_id).lookedAt = entry;
    }
    for (const testId of entry.unchanged) of(testId).lookedAt = entry;
  }
  return found;
}

function resolve(test: SemanticTest, { override, calibration, lookedAt }: Latest = {}): Resolved {
  const lookedAtOn = lookedAt?.kb_hashes;
  if (override)
    return {
      expectations: justExpectations(override),
      source: `human_override_${override.override_date ?? "unknown"}`,
      lookedAtOn,
    };
  return {
    expectations: justExpectations(calibration?.value ?? test),
    source: calibration ? `opus_${historyStem(calibration.entry.path)}` : "original",
    lookedAtOn,
  };
}

/** Only the expectations, each entity once: a missing one must not be penalised twice. */
export function justExpectations({
  expected_primary,
  expected_secondary,
  not_expected,
  rank_check,
}: Expectations): Expectations {
  const once = (items: readonly ExpectedItem[]) => [
    ...new Map(items.map((item) => [itemKey(item), item])).values(),
  ];
  const primary = new Set(expected_primary.map(itemKey));
  const pairs = new Map(rank_check.map((pair) => [`${pair.higher}>${pair.lower}`, pair]));
  return {
    expected_primary: once(expected_primary),
    expected_secondary: once(expected_secondary).filter((item) => !primary.has(itemKey(item))),
    not_expected: once(not_expected),
    rank_check: [...pairs.values()],
  };
}

/** What makes two of them the same. A quote is, wherever it comes from. */
export const itemKey = (item: ExpectedItem): string =>
  typeof item === "string" ? item : `“${plainQuote(item.quote)}”`;

/** Those that name an entity by its id. */
export const idsIn = (items: readonly ExpectedItem[]): string[] =>
  items.filter((item) => typeof item === "string");

export const sameExpectations = (a: Expectations, b: Expectations): boolean =>
  isDeepStrictEqual(comparableExpectations(a), comparableExpectations(b));

/** Without order, which has no meaning. */
export const comparableExpectations = (one: Expectations): string[][] => [
  one.expected_primary.map(itemKey).toSorted(),
  one.expected_secondary.map(itemKey).toSorted(),
  one.not_expected.map(itemKey).toSorted(),
  one.rank_check.map(({ higher, lower }) => `${higher} ${lower}`).toSorted(),
];

/** Every entity that expectations name by its id. */
export const mentionedIn = ({
  expected_primary,
  expected_secondary,
  not_expected,
  rank_check,
}: Expectations): Set<string> =>
  new Set([
    ...idsIn([...expected_primary, ...expected_secondary, ...not_expected]),
    ...rank_check.flatMap(({ higher, lower }) => [higher, lower]),
  ]);

export function sourceCounts(resolved: readonly Resolved[]) {
  const from = (name: string) => resolved.filter(({ source }) => source.startsWith(name)).length;
  return { original: from("original"), opus: from("opus"), human_override: from("human_override") };
}
