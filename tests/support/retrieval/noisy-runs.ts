/**
 * Checks of a target with answers that vary from run to run: the shipped semantic bank, with its own chance for each
 * test.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckResults, SemanticResult } from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { dice, type Dice } from "../../../src/kernel/dice/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import { loadBanks, resolveExpectations, runCheck, testsOf } from "../../../src/retrieval/index.ts";
import { summarise } from "../../../src/retrieval/run/summarise.ts";
import { bankScore } from "../../../src/retrieval/score.ts";
import { selected } from "./small-check.ts";

/** Chances of one test: to hard-fail, and to lose each of three secondaries. */
type Chances = { hardFail: number; loss: number };

/** Everything right, over all shipped banks: what noisy runs start from. */
export async function perfectRun(): Promise<CheckResults> {
  const banks = loadBanks(join(import.meta.dirname, "../../../test_banks"), {
    which: ["semantic", "state", "pattern", "always"],
    required: true,
  });
  const tests = {
    semantic: new Map(testsOf(banks, "semantic").map((test) => [test.test_id, test])),
    state: new Map(testsOf(banks, "state").map((test) => [test.test_id, test])),
    pattern: new Map(testsOf(banks, "pattern").map((test) => [test.test_id, test])),
    always: new Map(testsOf(banks, "always").map((test) => [test.test_id, test])),
  };
  const journal = openJournal(join(mkdtempSync(join(tmpdir(), "noisy-")), "calls.jsonl"), {
    clock: systemClock,
  });
  try {
    return await runCheck({
      banks,
      kb: undefined,
      expectations: resolveExpectations(testsOf(banks, "semantic"), []),
      journal,
      clock: systemClock,
      target: {
        facts: { name: "perfect", kind: "module", topK: 6, candidates: 15, notes: [] },
        semantic: async ({ test_id }) => {
          const { expected_primary, expected_secondary } = tests.semantic.get(test_id)!;
          return { selections: selected(...expected_primary, ...expected_secondary) };
        },
        state: async ({ test_id }) => ({ handlers: tests.state.get(test_id)!.expected_handlers }),
        pattern: async ({ test_id }) => {
          const { expected_matches, expected_secondary } = tests.pattern.get(test_id)!;
          return { matches: [...expected_matches, ...expected_secondary] };
        },
        always: async ({ test_id }) => ({ loaded: tests.always.get(test_id)!.expected_always }),
      },
    });
  } finally {
    await journal.close();
  }
}

/** A bank of so many semantic tests and nothing else. */
export function smallBank({ semantic, summary, ...rest }: CheckResults, tests: number): CheckResults {
  const results = semantic!.results.slice(0, tests);
  const small = { ...semantic!, ...bankScore(results, false), results };
  const { state: _state, pattern: _pattern, always: _always, ...facts } = rest;
  return {
    ...facts,
    semantic: small,
    summary: summarise({ semantic: small }, { sources: summary.expectation_sources }),
  };
}

/** One run of a noisy target. */
export function noisyRun(perfect: CheckResults, chances: readonly Chances[], throws: Dice): CheckResults {
  const results = perfect.semantic!.results.map((result, index): SemanticResult => {
    const { hardFail, loss } = chances[index]!;
    const failed = throws.chance(hardFail);
    const lost = [0, 0, 0].filter(() => throws.chance(loss)).length;
    return { ...result, score: failed ? 0 : 100 - 10 * lost, is_hard_fail: failed };
  });
  const semantic = { ...perfect.semantic!, ...bankScore(results, false), results };
  const { state, pattern, always, summary } = perfect;
  return {
    ...perfect,
    semantic,
    summary: summarise({ semantic, state, pattern, always }, { sources: summary.expectation_sources }),
  };
}

/**
 * Draws new chances for all tests, and some runs of a target with these chances. `change` makes the last run another
 * target's.
 */
export function drawRuns(
  perfect: CheckResults,
  {
    seed,
    baselines,
    chancesOf,
    change = (chances) => chances,
  }: {
    seed: string;
    baselines: number;
    chancesOf: (throws: Dice, index: number) => Chances;
    change?: (chances: Chances[], throws: Dice) => Chances[];
  },
): { before: CheckResults[]; now: CheckResults } {
  const throws = dice(seed);
  const chances = perfect.semantic!.results.map((_, index) => chancesOf(throws, index));
  return {
    before: Array.from({ length: baselines }, () => noisyRun(perfect, chances, throws)),
    now: noisyRun(perfect, change(chances, throws), throws),
  };
}

/** Beta-distributed chances, by Jöhnk's method. */
export function beta(a: number, b: number, throws: Dice): number {
  for (;;) {
    const [x, y] = [throws.next() ** (1 / a), throws.next() ** (1 / b)];
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}

export const noisyChances =
  (meanHardFail: number) =>
  (throws: Dice): Chances => ({
    hardFail: beta(10 * meanHardFail, 10 * (1 - meanHardFail), throws),
    loss: beta(0.8, 4, throws),
  });

/** A new draw of one test in so many hard-fails from now on. */
export const breakOneIn =
  (share: number) =>
  (chances: Chances[], throws: Dice): Chances[] => {
    const broken = new Set(throws.shuffle([...chances.keys()]).slice(0, Math.round(chances.length / share)));
    return chances.map((one, index) => (broken.has(index) ? { ...one, hardFail: 1 } : one));
  };

export const breakTenth = breakOneIn(10);
