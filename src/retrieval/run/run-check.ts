/** Asks a target every test of the banks, and builds results from its answers. */
import {
  mechanism,
  resultsVersion,
  type AnswerOf,
  type CheckResults,
  type ComponentOf,
  type Deviation,
  type Mechanism,
  type MetricsMethod,
  type RepeatTimes,
  type QuestionOf,
  type ResultOf,
  type TestOf,
  type TestResult,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";
import { ContextExceededError, InvalidReplyError, ProviderFailure } from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Tried } from "../../kernel/stats/index.ts";
import { summariseAnswers, type ReadAnswer } from "../answers/index.ts";
import { countTests, testsOf, type Banks } from "../banks.ts";
import { sourceCounts, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import {
  modules,
  stageNames,
  type AnyQuestion,
  type Ask,
  type MechanismModule,
  type Target,
  type TargetFacts,
} from "../mechanisms/index.ts";
import {
  attemptOf,
  byTestId,
  designFor,
  mergeAttempts,
  referenceFrom,
  repeatSummary,
  sameTestIn,
  stopAfter,
} from "./repeats.ts";
import { summarise, type Components, type Scope } from "./summarise.ts";

type CheckOptions = {
  banks: Banks;
  target: Target;
  /** Answers for mechanisms that the target lacks. */
  builtIn?: Target;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  journal: Journal;
  /** Damage found before the run, and models used in place of others, in words. */
  damage?: readonly string[];
  standIns?: readonly string[];
  clock: Clock;
  /** How ranking metrics are cut and averaged; at k by default. */
  metrics?: MetricsMethod;
  /** Reads the target's answers, after each semantic test. */
  answers?: { reader: string; read: ReadAnswer };
  /** Everything available. Absent: all of it is run. */
  scope?: Scope;
  /** How often each test is asked, and the runs that `auto` compares with. */
  repeat?: { times: RepeatTimes; baselines: readonly CheckResults[] };
  signal?: AbortSignal;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
};

/** More than any limit allows at once; few enough that ten thousand tests do not all wait in memory. */
export const AT_ONCE = 64;

/** A failure of the target is a missing score. A failure of ours stops the run. */
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
  metrics = "at-k",
  answers,
  scope,
  repeat,
  signal,
  onResult,
}: CheckOptions): Promise<CheckResults> {
  const started = clock.now();
  const timestamp = clock.date().toISOString();
  const total = countTests(banks);
  let done = 0;
  const context = { target: target.facts, kb, expectations, metrics };

  async function runBank<Name extends Mechanism>(name: Name): Promise<ComponentOf<Name> | undefined> {
    const module: MechanismModule<Name> = modules[name];
    if (!banks[name]) return undefined;
    let byBuiltIn = false;

    /** The target's answer, or that of the built-in rules if it does not have the mechanism. */
    async function ask(question: QuestionOf<Name>, attempt: number): Promise<AnswerOf<Name>> {
      const asked = target[name] as Ask<Name> | undefined;
      const answer = await asked?.(question, attempt);
      if (answer !== undefined) return answer;
      const standIn = await (builtIn?.[name] as Ask<Name> | undefined)?.(question);
      if (standIn === undefined) throw new NotAnswered(name);
      byBuiltIn = true;
      return standIn;
    }

    const results = await atMost(
      AT_ONCE,
      testsOf(banks, name),
      signal,
      async (test): Promise<ResultOf<Name>> => {
        // With repeats the first answer is read: a reader for every attempt would cost more than the attempts.
        let first: AnswerOf<Name> | undefined;
        const once = async (attempt: number): Promise<ResultOf<Name>> => {
          const began = clock.now();
          const evaluate = (answer: AnswerOf<Name> | undefined) =>
            module.evaluate(test, answer, { ...context, ms: Math.round(clock.now() - began) });
          try {
            const answer = await ask(module.question(test, target.facts), attempt);
            first ??= answer;
            return evaluate(answer);
          } catch (error) {
            if (!isTargetFailure(error)) throw error;
            return { ...evaluate(undefined), missing: { code: error.code, message: error.message } };
          }
        };
        let result: ResultOf<Name> = repeats?.isRepeated(name)
          ? ((await repeats.run(test.test_id, {
              once: once as (attempt: number) => Promise<TestResult>,
              byRules: () => byBuiltIn,
              signal,
            })) as ResultOf<Name>)
          : await once(1);
        const bank = banks.names?.get(test.test_id);
        if (bank !== undefined) result = { ...result, bank };
        if (answers && name === "semantic")
          result = {
            ...result,
            answer: await answers.read(test as TestOf<"semantic">, first as AnswerOf<"semantic"> | undefined),
          };
        done += 1;
        onResult?.(result as TestResult, { done, total });
        return result as ResultOf<Name>;
      },
    );
    return module.summarise(results, { ...context, byBuiltIn });
  }

  const repeats = repeat && planRepeats({ banks, context, ...repeat });
  await target.probe?.(questionsOf(banks, target.facts), {
    workedBefore: journal.totals().calls.completed > 0,
  });
  if (banks.semantic) target.prepare?.(banks.semantic.map(({ prompt }) => prompt));
  const components: Components = {};
  for (const name of mechanism.options) {
    const component = await runBank(name);
    if (component) Object.assign(components, { [name]: component });
  }
  await journal.sync();
  const { name, kind, embedder, reranker, topK, candidates } = target.facts;
  const stages = stageNames(components.semantic?.results ?? []);
  const facts = {
    name,
    kind,
    ...(embedder && { embedder }),
    ...(reranker && { reranker }),
    top_k: topK,
    candidates,
    ...(stages.length > 0 && { stages }),
  };
  const resolved = (banks.semantic ?? []).flatMap(({ test_id }) => expectations.get(test_id) ?? []);
  return {
    version: resultsVersion,
    timestamp,
    target: facts,
    kb: { entities: kb?.entities.length ?? 0, hash: kb?.hash ?? "" },
    summary: summarise(components, {
      ...(scope && { scope }),
      sources: sourceCounts(resolved),
      foreign: kind !== "built-in",
      ...(kind === "built-in" && {
        searchable: kb?.entities.filter(({ load_mode }) => load_mode === "SEMANTIC").length,
      }),
    }),
    ...components,
    ...(answers && {
      answers: summariseAnswers(components.semantic?.results ?? [], answers.reader),
    }),
    ...(repeat && { repeats: repeatSummary(resultsOf(components), repeat.times) }),
    deviations: checkDeviations({ target: facts, ...components }, { damage, standIns }),
    totals: journal.totals(),
    duration_ms: Math.round(clock.now() - started),
  };
}

const resultsOf = (components: Components): TestResult[] =>
  mechanism.options.flatMap((name): TestResult[] => components[name]?.results ?? []);

type RepeatPlan = {
  /** False: the target says that this mechanism is deterministic. */
  isRepeated(name: Mechanism): boolean;
  references: ReadonlyMap<string, Tried | undefined>;
  run(
    testId: string,
    options: {
      once(attempt: number): Promise<TestResult>;
      byRules(): boolean;
      signal: AbortSignal | undefined;
    },
  ): Promise<TestResult>;
};

/** Decided before the first call: which tests are repeated, what each is compared with, and how sure a fall must be. */
export function planRepeats({
  banks,
  context,
  times,
  baselines,
}: {
  banks: Banks;
  context: {
    target: TargetFacts;
    kb: Kb | undefined;
    expectations: ReadonlyMap<string, Resolved>;
    metrics: MetricsMethod;
  };
  times: RepeatTimes;
  baselines: readonly CheckResults[];
}): RepeatPlan {
  const runs = baselines.map(byTestId);
  const isRepeated = (name: Mechanism) => !context.target.deterministic?.includes(name);
  const references = new Map<string, Tried | undefined>();
  const add = <Name extends Mechanism>(name: Name): void => {
    const module: MechanismModule<Name> = modules[name];
    for (const test of testsOf(banks, name)) {
      const unanswered = module.evaluate(test, undefined, { ...context, ms: 0 }) as TestResult;
      references.set(test.test_id, referenceFrom(sameTestIn(unanswered, runs)));
    }
  };
  for (const name of mechanism.options) if (banks[name] && isRepeated(name)) add(name);
  const design = designFor(
    [...references.values()].flatMap((reference) => reference ?? []),
    times,
  );
  return {
    isRepeated,
    references,
    async run(testId, { once, byRules, signal }) {
      const tried: TestResult[] = [];
      for (let attempt = 1; ; attempt += 1) {
        signal?.throwIfAborted();
        tried.push(await once(attempt));
        const stopped = byRules()
          ? "deterministic"
          : stopAfter(tried.map(attemptOf), { times, design, reference: references.get(testId) });
        if (stopped) return mergeAttempts(tried, stopped);
      }
    },
  };
}

/** All questions, one of each bank in turn: a target may have one mechanism and fail at another. */
function* questionsOf(banks: Banks, facts: TargetFacts): Generator<AnyQuestion> {
  const question = <Name extends Mechanism>(name: Name, at: number): AnyQuestion[] => {
    const test = testsOf(banks, name)[at];
    const module: MechanismModule<Name> = modules[name];
    return test ? [{ mechanism: name, question: module.question(test, facts) } as AnyQuestion] : [];
  };
  const longest = Math.max(...mechanism.options.map((name) => banks[name]?.length ?? 0));
  for (let at = 0; at < longest; at++) for (const name of mechanism.options) yield* question(name, at);
}

/** Deviations: parts that the target did not answer, tests without a score, damaged files. */
export function checkDeviations(
  results: Components & Pick<CheckResults, "target">,
  { damage, standIns }: { damage: readonly string[]; standIns: readonly string[] },
): Deviation[] {
  const banks = mechanism.options.flatMap((name) => {
    const found = results[name];
    return found ? [{ name, byBuiltIn: found.by_built_in, tests: found.results as TestResult[] }] : [];
  });
  const one = (kind: Deviation["kind"], what: string, source: string): Deviation => ({
    kind,
    turns: [],
    what,
    source,
  });
  return [
    ...standIns.map((note) => one("other-model", note, "catalog")),
    ...banks
      .filter(({ byBuiltIn }) => byBuiltIn && results.target.kind !== "built-in")
      .map(({ name }) =>
        one(
          "built-in-answered",
          `the target does not implement ${name} tests: this part was not tested`,
          "target",
        ),
      ),
    ...banks.flatMap(({ name, tests }) =>
      [...Map.groupBy(tests, ({ missing }) => missing?.message)].flatMap(([why, same]) =>
        why === undefined
          ? []
          : [one("not-scored", `${counted(same.length, `${name} test`)}: ${why}`, "test results")],
      ),
    ),
    ...banks.flatMap(({ name, tests }) => {
      const partly = tests.filter(
        ({ score, repeats }) => score !== null && repeats && repeats.answered < repeats.attempts.length,
      );
      const silent = partly.reduce(
        (sum, { repeats }) => sum + repeats!.attempts.length - repeats!.answered,
        0,
      );
      return silent === 0
        ? []
        : [
            one(
              "not-scored",
              `${counted(partly.length, `${name} test`)}: ${counted(silent, "attempt")} without an answer, not counted in the score (${partly.map(({ test_id }) => test_id).join(", ")})`,
              "test results",
            ),
          ];
    }),
    ...damage.map((what) => one("damaged-file", what, "journal")),
  ];
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
      remedy: "Leave this bank out with --banks, or give a knowledge base (--kb) and rules.",
    });
  }
}

export async function atMost<Test, Result>(
  width: number,
  tests: readonly Test[],
  signal: AbortSignal | undefined,
  run: (test: Test) => Promise<Result>,
): Promise<Result[]> {
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
