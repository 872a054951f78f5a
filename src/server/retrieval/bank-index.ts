import { mechanism, type Mechanism, type SemanticTest } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import {
  historyPath,
  loadBanks,
  loadHistory,
  loadKb,
  modules,
  resolveExpectations,
  staleEntities,
  testsOf,
  type Banks,
  type HistoryEntry,
  type MechanismModule,
  type Resolved,
} from "../../retrieval/index.ts";

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
  /** Null: the system under test has its own knowledge base. */ kbHash: string | null;
};

type BankIndex = { read(): BankState };

/**
 * Banks are edited while the server runs: the display is never older than this, and a page of many requests reads them
 * once.
 */
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
        // Measured from the end of reading: a slow read must not be repeated for every request.
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
  const tests = bankTests(banks, { history, hashes: kb?.hashes });
  return {
    tests,
    byId: new Map(tests.map(({ test_id }, index) => [test_id, index])),
    history,
    kbHash: kb?.hash ?? null,
  };
}

function bankTests(
  banks: Banks,
  {
    history,
    hashes,
  }: { history: readonly HistoryEntry[]; hashes?: Readonly<Record<string, string>> | undefined },
): BankTest[] {
  const resolved = resolveExpectations(testsOf(banks, "semantic"), history);
  const expectedOf = ({
    test_id,
    expected_primary,
    expected_secondary,
    not_expected,
    rank_check,
  }: SemanticTest): BankTest["expected"] => {
    const today = resolved.get(test_id)!;
    return {
      ...today,
      original: { expected_primary, expected_secondary, not_expected, rank_check },
      stale: hashes ? staleEntities(today, hashes) : [],
    };
  };
  const ofBank = <Name extends Mechanism>(name: Name): BankTest[] => {
    const module: MechanismModule<Name> = modules[name];
    return testsOf(banks, name).map((test) => ({
      test_id: test.test_id,
      mechanism: name,
      name: test.name,
      ...module.card(test),
    }));
  };
  const semantic = new Map(testsOf(banks, "semantic").map((test) => [test.test_id, test]));
  return mechanism.options.flatMap(ofBank).map((test) => {
    const own = test.mechanism === "semantic" ? semantic.get(test.test_id) : undefined;
    return own ? { ...test, expected: expectedOf(own) } : test;
  });
}
