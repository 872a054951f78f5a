import { mechanism, type Mechanism } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import {
  historyPath,
  loadBanks,
  loadHistory,
  loadKb,
  modules,
  resolveExpectations,
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
  expected?: Resolved | undefined;
};

export type BankState = {
  tests: readonly BankTest[];
  byId: ReadonlyMap<string, number>;
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
  const tests = bankTests(banks, history);
  return {
    tests,
    byId: new Map(tests.map(({ test_id }, index) => [test_id, index])),
    kbHash: kb?.hash ?? null,
  };
}

function bankTests(banks: Banks, history: readonly HistoryEntry[]): BankTest[] {
  const resolved = resolveExpectations(testsOf(banks, "semantic"), history);
  const ofBank = <Name extends Mechanism>(name: Name): BankTest[] => {
    const module: MechanismModule<Name> = modules[name];
    return testsOf(banks, name).map((test) => ({
      test_id: test.test_id,
      mechanism: name,
      name: test.name,
      ...module.card(test),
    }));
  };
  return mechanism.options.flatMap(ofBank).map((test) => ({ ...test, expected: resolved.get(test.test_id) }));
}
