import { resultsVersion, type CheckResults, type TestResult } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";
import { ContextExceededError, InvalidReplyError, ProviderFailure } from "../../kernel/models/index.ts";
import type { Banks } from "../bank/index.ts";
import { sourceCounts, staleEntities, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";
import type { Target } from "../target/index.ts";
import { checkDeviations } from "./check-deviations.ts";
import { questions, questionsOf } from "./questions.ts";
import { evaluateAlways, evaluatePattern, evaluateState } from "./evaluate-rules.ts";
import { evaluateSemantic, unscored } from "./evaluate-semantic.ts";
import {
  alwaysComponent,
  patternComponent,
  semanticComponent,
  stateComponent,
  summarise,
} from "./summarise.ts";

export type CheckOptions = {
  banks: Banks;
  target: Target;
  /** Answers what the target leaves out. */
  builtIn?: Target;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  journal: Journal;
  /** What was found damaged before it began, and models that stand for others, in words. */
  damage?: readonly string[];
  standIns?: readonly string[];
  clock: Clock;
  /** Not all tests of the banks are run. */
  filtered?: boolean;
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
};

/** More than any limit lets through at once; few enough that ten thousand tests do not all wait in memory. */
export const AT_ONCE = 64;

/** Runs every test of the banks, and says how healthy the system is. A failure of the target is a missing score; one of ours stops the run. */
export async function runCheck({
  banks,
  target,
  builtIn,
  kb,
  expectations,
  journal,
  damage = [],
  standIns = [],
  clock,
  filtered = false,
  signal,
  onResult,
}: CheckOptions): Promise<CheckResults> {
  const { semantic, state, pattern, always } = banks;
  const started = clock.now();
  const timestamp = clock.date().toISOString();
  const total = [semantic, state, pattern, always].reduce((sum, tests) => sum + (tests?.length ?? 0), 0);
  let done = 0;
  const stoodIn = { semantic: false, state: false, pattern: false, always: false };

  /** Asks the target, or the built-in rules where it does not do this, and makes a verdict of the answer or of its absence. */
  async function judged<Answer, Result extends TestResult>(
    kind: keyof typeof stoodIn,
    ask: (of: Target) => Promise<Answer | undefined> | undefined,
    judge: (answer: Answer | undefined, ms: number) => Result,
  ): Promise<Result> {
    const began = clock.now();
    const ms = () => Math.round(clock.now() - began);
    let result: Result;
    try {
      let answer = await ask(target);
      if (answer === undefined) {
        answer = builtIn && (await ask(builtIn));
        if (answer === undefined) throw new NotAnswered(kind);
        stoodIn[kind] = true;
      }
      result = judge(answer, ms());
    } catch (error) {
      if (!isTheirs(error)) throw error;
      result = { ...judge(undefined, ms()), missing: { code: error.code, message: error.message } };
    }
    done += 1;
    onResult?.(result, { done, total });
    return result;
  }

  await target.probe?.(questionsOf(banks));
  if (semantic) target.prepare?.(semantic.map(({ prompt }) => prompt));
  const semanticResults = await atMost(AT_ONCE, semantic, signal, (test) => {
    const resolved = expectations.get(test.test_id)!;
    const facts = {
      test,
      resolved,
      stale: kb ? staleEntities(resolved, kb.hashes) : [],
      target: target.facts,
    };
    return judged(
      "semantic",
      (of) => of.retrieve?.(questions.semantic(test)),
      (found, ms) => (found ? evaluateSemantic(found, { ...facts, ms }) : unscored({ ...facts, ms })),
    );
  });
  const stateResults = await atMost(AT_ONCE, state, signal, (test) =>
    judged(
      "state",
      (of) => of.handlers?.(questions.state(test)),
      (found, ms) => evaluateState(test, found, { ms }),
    ),
  );
  const patternResults = await atMost(AT_ONCE, pattern, signal, (test) =>
    judged(
      "pattern",
      (of) => of.match?.(questions.pattern(test)),
      (found, ms) => evaluatePattern(test, found, { ms }),
    ),
  );
  const alwaysResults = await atMost(AT_ONCE, always, signal, (test) =>
    judged(
      "always",
      (of) => of.always?.(questions.always(test)),
      (found, ms) => evaluateAlways(test, found, { ms }),
    ),
  );

  const run = (semantic ?? []).flatMap(({ test_id }) => expectations.get(test_id) ?? []);
  const contested = (semantic ?? []).flatMap(({ test_id }) =>
    expectations.get(test_id)?.contestedBy ? [test_id] : [],
  );
  const components = {
    ...(semanticResults && {
      semantic: semanticComponent(semanticResults, {
        byBuiltIn: stoodIn.semantic,
        contested,
        candidates: target.facts.candidates,
      }),
    }),
    ...(stateResults && { state: stateComponent(stateResults, stoodIn.state) }),
    ...(patternResults && { pattern: patternComponent(patternResults, stoodIn.pattern) }),
    ...(alwaysResults && { always: alwaysComponent(alwaysResults, stoodIn.always) }),
  };
  await journal.sync();
  const { name, kind, embedder, reranker, topK, candidates } = target.facts;
  const facts = {
    name,
    kind,
    ...(embedder && { embedder }),
    ...(reranker && { reranker }),
    top_k: topK,
    candidates,
  };
  return {
    version: resultsVersion,
    timestamp,
    target: facts,
    kb: { entities: kb?.entities.length ?? 0, hash: kb?.hash ?? "" },
    summary: summarise(components, { filtered, sources: sourceCounts(run), foreign: kind !== "built-in" }),
    ...components,
    deviations: checkDeviations({ target: facts, ...components }, { damage, standIns }),
    totals: journal.totals(),
    duration_ms: Math.round(clock.now() - started),
  };
}

/** The target's failures, after all retries. A wrong key, a spent budget, Ctrl-C, a full disk or a changed request stop the run instead. */
export const isTheirs = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure && error.exit === 3) ||
  error instanceof InvalidReplyError ||
  error instanceof ContextExceededError ||
  error instanceof NotAnswered;

/** Neither the target nor anything built in does this: there is no score, and the other banks go on. */
class NotAnswered extends HarnessError {
  constructor(kind: string) {
    super({
      code: "not-answered",
      message: `The target does not answer ${kind} tests, and there is nothing built in to stand in for it.`,
      remedy: "Leave this bank out with --banks, or give a knowledge base (--kb) and rules.",
    });
  }
}

export async function atMost<Test, Result>(
  width: number,
  tests: readonly Test[] | undefined,
  signal: AbortSignal | undefined,
  run: (test: Test) => Promise<Result>,
): Promise<Result[] | undefined> {
  if (!tests) return undefined;
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < tests.length) {
      signal?.throwIfAborted();
      const at = next++;
      results[at] = await run(tests[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tests.length) }, worker));
  return results;
}
