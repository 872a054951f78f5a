import { mechanism, type Mechanism } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import {
  historyPath,
  loadBanks,
  loadHistory,
  loadKb,
  resolveExpectations,
  staleEntities,
  type Banks,
  type HistoryEntry,
  type Resolved,
} from "../../retrieval/index.ts";

/** A test as it stands in its bank, and what it expects today. */
export type BankTest = {
  test_id: string;
  mechanism: Mechanism;
  name: string;
  prompt?: string;
  groups: string[];
  expected?: Resolved & { original: Resolved["expectations"]; stale: string[] };
};

export type BankState = {
  tests: readonly BankTest[];
  byId: ReadonlyMap<string, number>;
  history: readonly HistoryEntry[];
  /** Null: the system under test brings its own knowledge base. */ kbHash: string | null;
};

export type BankIndex = { read(): BankState };

/** Banks are edited beside the server: what is shown is never older than this, and a page of many requests reads them once. */
const FRESH_MS = 1_000;

export function createBankIndex({
  testBanks,
  kb,
  clock,
}: {
  testBanks: string;
  kb?: string;
  clock: Clock;
}): BankIndex {
  let kept: { state: BankState; until: number } | undefined;
  return {
    read() {
      if (!kept || clock.now() > kept.until) {
        const state = load(testBanks, kb);
        // From the end of the reading on: one that takes long must not be repeated for every request.
        kept = { state, until: clock.now() + FRESH_MS };
      }
      return kept.state;
    },
  };
}

function load(testBanks: string, kbDir: string | undefined): BankState {
  const banks = loadBanks(testBanks, { which: mechanism.options });
  const history = loadHistory(historyPath(testBanks));
  const kb = kbDir === undefined ? undefined : loadKb(kbDir);
  const tests = testsOf(banks, { history, hashes: kb?.hashes });
  return {
    tests,
    byId: new Map(tests.map(({ test_id }, index) => [test_id, index])),
    history,
    kbHash: kb?.hash ?? null,
  };
}

function testsOf(
  { semantic = [], state = [], pattern = [], always = [] }: Banks,
  {
    history,
    hashes,
  }: { history: readonly HistoryEntry[]; hashes?: Readonly<Record<string, string>> | undefined },
): BankTest[] {
  const resolved = resolveExpectations(semantic, history);
  return [
    ...semantic.map(
      ({
        test_id,
        name,
        prompt,
        topics,
        expected_primary,
        expected_secondary,
        not_expected,
        rank_check,
      }): BankTest => {
        const today = resolved.get(test_id)!;
        return {
          test_id,
          mechanism: "semantic",
          name,
          prompt,
          groups: topics,
          expected: {
            ...today,
            original: { expected_primary, expected_secondary, not_expected, rank_check },
            stale: hashes ? staleEntities(today, hashes) : [],
          },
        };
      },
    ),
    ...state.map(({ test_id, name, expected_handlers }): BankTest => ({
      test_id,
      mechanism: "state",
      name,
      groups: expected_handlers,
    })),
    ...pattern.map(({ test_id, name, prompt, pattern_type }): BankTest => ({
      test_id,
      mechanism: "pattern",
      name,
      prompt,
      groups: [pattern_type],
    })),
    ...always.map(({ test_id, name, user_type }): BankTest => ({
      test_id,
      mechanism: "always",
      name,
      groups: [user_type],
    })),
  ];
}
