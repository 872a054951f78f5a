/** Asks a target every test of the banks, and builds results from its answers. */
import {
  mechanism,
  type AnswerOf,
  type CheckResults,
  type Mechanism,
  type QuestionOf,
  type TestOf,
  type TestResult,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";
import { ContextExceededError, InvalidReplyError, ProviderFailure } from "../../kernel/models/index.ts";
import type { ReadAnswer } from "../answers/index.ts";
import { countTests, testsOf, type Banks } from "../banks.ts";
import {
  modules,
  type AnyQuestion,
  type Ask,
  type MechanismModule,
  type Target,
  type TargetFacts,
} from "../mechanisms/index.ts";
import { checkResultsOf, type AskedTests, type CheckFacts } from "./check-results.ts";
import { byTestId, DECIDING_ATTEMPTS, isSuspect, mergeAttempts } from "./repeats.ts";

type AskOptions = Pick<CheckFacts, "banks" | "kb" | "expectations" | "metrics"> & {
  target: Target;
  /** Answers for mechanisms that the target lacks. */
  builtIn?: Target;
  clock: Clock;
  /** Reads the target's answers, after each semantic test. */
  answers?: { reader: string; read: ReadAnswer };
  /** How often each test is asked. Default: once. */
  repeat?: number;
  /** An earlier run: a test that passed there and fails now is asked again. */
  baseline?: CheckResults | undefined;
  /** Answers come from a recording, which has none for further attempts. */
  replayed?: boolean;
  /** The target has answered other tests: a failure may be that of single ones. */
  workedBefore: boolean;
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
};

type CheckOptions = CheckFacts & Omit<AskOptions, "workedBefore"> & { journal: Journal };

/** More than any limit allows at once; few enough that ten thousand tests do not all wait in memory. */
export const AT_ONCE = 64;

export async function runCheck(options: CheckOptions): Promise<CheckResults> {
  const { clock, journal, target, answers } = options;
  const started = clock.now();
  const timestamp = clock.date().toISOString();
  const asked = await askTests({ ...options, workedBefore: journal.totals().calls.completed > 0 });
  await journal.sync();
  return checkResultsOf({
    ...options,
    asked,
    facts: target.facts,
    reader: answers?.reader,
    totals: journal.totals(),
    timestamp,
    durationMs: Math.round(clock.now() - started),
  });
}

/** A failure of the target is a missing score. A failure of ours stops the run. */
async function askTests({
  banks,
  target,
  builtIn,
  kb,
  expectations,
  clock,
  metrics = "at-k",
  answers,
  repeat = 1,
  baseline,
  replayed = false,
  workedBefore,
  signal,
  onResult,
}: AskOptions): Promise<AskedTests> {
  const total = countTests(banks);
  let done = 0;
  const context = { target: target.facts, kb, expectations, metrics };
  const byRules = new Set<Mechanism>();
  const before = baseline && byTestId(baseline);
  /** How many attempts a test gets, after those so far. */
  const attemptsFor = (name: Mechanism, tried: readonly TestResult[]): number => {
    if (byRules.has(name) || target.facts.deterministic?.includes(name)) return 1;
    const isDecided = replayed || !isSuspect(tried, before?.get(tried[0]!.test_id));
    return isDecided ? repeat : Math.max(repeat, DECIDING_ATTEMPTS);
  };

  async function askBank<Name extends Mechanism>(name: Name): Promise<TestResult[]> {
    const module: MechanismModule<Name> = modules[name];

    /** The target's answer, or that of the built-in rules if it does not have the mechanism. */
    async function ask(question: QuestionOf<Name>, attempt: number): Promise<AnswerOf<Name>> {
      const asked = target[name] as Ask<Name> | undefined;
      const answer = await asked?.(question, attempt);
      if (answer !== undefined) return answer;
      const standIn = await (builtIn?.[name] as Ask<Name> | undefined)?.(question);
      if (standIn === undefined) throw new NotAnswered(name);
      byRules.add(name);
      return standIn;
    }

    return atMost(AT_ONCE, testsOf(banks, name), signal, async (test): Promise<TestResult> => {
      // With repeats the first answer is read: a reader for every attempt would cost more than the attempts.
      let first: AnswerOf<Name> | undefined;
      const once = async (attempt: number): Promise<TestResult> => {
        const began = clock.now();
        const evaluate = (answer: AnswerOf<Name> | undefined) =>
          module.evaluate(test, answer, {
            ...context,
            ms: Math.round(clock.now() - began),
          }) as TestResult;
        try {
          const answer = await ask(module.question(test, target.facts), attempt);
          first ??= answer;
          return evaluate(answer);
        } catch (error) {
          if (!isTargetFailure(error)) throw error;
          return { ...evaluate(undefined), missing: { code: error.code, message: error.message } };
        }
      };
      const tried = [await once(1)];
      while (tried.length < attemptsFor(name, tried)) {
        signal?.throwIfAborted();
        tried.push(await once(tried.length + 1));
      }
      let result = mergeAttempts(tried);
      const bank = banks.names?.get(test.test_id);
      if (bank !== undefined) result = { ...result, bank };
      if (answers && result.mechanism === "semantic")
        result = {
          ...result,
          answer: await answers.read(test as TestOf<"semantic">, first as AnswerOf<"semantic"> | undefined),
        };
      done += 1;
      onResult?.(result, { done, total });
      return result;
    });
  }

  await target.probe?.(questionsOf(banks, target.facts), { workedBefore });
  if (banks.semantic) target.prepare?.(banks.semantic.map(({ prompt }) => prompt));
  const tests: TestResult[] = [];
  for (const name of mechanism.options) tests.push(...(await askBank(name)));
  return { tests, byBuiltIn: [...byRules] };
}

/** All questions, in turn. */
function* questionsOf(banks: Banks, facts: TargetFacts): Generator<AnyQuestion> {
  const question = <Name extends Mechanism>(name: Name, at: number): AnyQuestion => {
    const module: MechanismModule<Name> = modules[name];
    return {
      mechanism: name,
      question: module.question(testsOf(banks, name)[at]!, facts),
    } as AnyQuestion;
  };
  for (const [name, at] of inTurn(banks)) yield question(name, at);
}

/** Every test by its place in its bank, one of each bank in turn: a target may have one mechanism and fail at another. */
function* inTurn(banks: Banks): Generator<[name: Mechanism, at: number]> {
  const longest = Math.max(...mechanism.options.map((name) => banks[name]?.length ?? 0));
  for (let at = 0; at < longest; at++)
    for (const name of mechanism.options) if (at < (banks[name]?.length ?? 0)) yield [name, at];
}

/** The target failed, after all retries. A wrong key, a spent budget, Ctrl+C or a full disk stop the run instead. */
export const isTargetFailure = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure && error.exit === 3) ||
  error instanceof InvalidReplyError ||
  error instanceof ContextExceededError ||
  error instanceof NotAnswered;

/** Neither the target nor the built-in rules have the mechanism: no score, and the other banks continue. */
class NotAnswered extends HarnessError {
  constructor(name: Mechanism) {
    super({
      code: "not-answered",
      message: `The target does not implement ${name} tests, and no built-in rules can replace it.`,
      remedy: `Leave this bank out with ${optionText("banks")}, or give a knowledge base (${optionText("kb")}) and rules.`,
    });
  }
}

/** After a failure no further test is begun, and those under way end first: what they are answered is paid for. */
export async function atMost<Test, Result>(
  width: number,
  tests: readonly Test[],
  signal: AbortSignal | undefined,
  run: (test: Test) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed: { error: unknown } | undefined;
  const worker = async () => {
    while (next < tests.length) {
      const at = next++;
      try {
        signal?.throwIfAborted();
        results[at] = await run(tests[at]!);
      } catch (error) {
        failed ??= { error };
        next = tests.length;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, tests.length) }, worker));
  if (failed) throw failed.error;
  return results;
}
