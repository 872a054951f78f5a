/** Asks a target every test of the banks, and builds results from its answers. */
import {
  formatVersion,
  mechanism,
  type AnswerOf,
  type CheckResults,
  type Mechanism,
  type Missing,
  type Note,
  type ResultOf,
  type TestOf,
  type TestResult,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { runJobs } from "../../kernel/engine/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";
import { isModelFailure } from "../../kernel/models/index.ts";
import { counted, inOrder } from "../../kernel/report/index.ts";
import { summariseAnswers, type ReadAnswer } from "../answers/index.ts";
import { countTests, testsOf, type Banks } from "../banks.ts";
import { sourceCounts, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import {
  modules,
  type AnyQuestion,
  type Ask,
  type MechanismModule,
  type Target,
  type TargetFacts,
} from "../mechanisms/index.ts";
import { notesOnTests } from "./notes-on-tests.ts";
import { byTestId, DECIDING_ATTEMPTS, isSuspect, mergeAttempts, repeatSummary } from "./repeats.ts";
import { latencyOf, requestsIn, timesOf, type Requests } from "./requests.ts";
import { summarise, type Components, type Scope } from "./summarise.ts";

export type AskOptions = {
  banks: Banks;
  kb: Kb | undefined;
  expectations: ReadonlyMap<string, Resolved>;
  target: Target;
  /** Reads the target's answers, after each semantic test. */
  answers?: { reader: string; read: ReadAnswer } | undefined;
  /** How often each test is asked. Default: once. */
  repeat?: number | undefined;
  /** An earlier run: a test that passed there and fails now is asked again. */
  baseline?: CheckResults | undefined;
  /** Answers come from a recording, which has none for further attempts. */
  replayed?: boolean;
  worked?: "run" | "baseline" | undefined;
  signal?: AbortSignal;
  onBank?: (name: Mechanism, place: { number: number; of: number }) => void;
  onResult?: (result: TestResult, progress: { done: number; total: number }) => void;
};

type CheckOptions = Omit<AskOptions, "worked"> & {
  clock: Clock;
  journal: Journal;
  /** Everything available. Absent: all of it is run. */
  scope?: Scope;
  /** Answers of a stopped run that this one resumes. */
  earlier?: Requests | undefined;
  /** Known before the run, such as models used in place of others. */
  notes?: readonly Note[];
};

/** More than any limit allows at once; few enough that ten thousand tests do not all wait in memory. */
const AT_ONCE = 64;

/** The tests that were asked, the score, the health, and what was not as it should be. */
export async function runCheck(options: CheckOptions): Promise<CheckResults> {
  const {
    clock,
    journal,
    banks,
    kb,
    expectations,
    scope,
    earlier,
    notes = [],
    answers,
    repeat,
    replayed,
  } = options;
  const { facts } = options.target;
  const started = clock.now();
  const timestamp = clock.date().toISOString();
  const worked = journal.totals().calls.completed > 0 ? "run" : options.baseline && "baseline";
  const asked = await askTests({ ...options, worked });
  await journal.sync();
  const requests = requestsIn(journal.path);
  const times = timesOf(requests);
  const tests = asked.map((test): TestResult => ({ ...test, ms: times.get(test.test_id) }));
  const components: Components = {};
  const notTested = mechanism.options.filter(
    (name) => banks[name] && tests.every((test) => test.mechanism !== name || isDeclined(test)),
  );
  const add = <Name extends Mechanism>(name: Name): void => {
    if (!banks[name] || notTested.includes(name)) return;
    const module: MechanismModule<Name> = modules[name];
    const own = tests.filter((test) => test.mechanism === name) as Array<ResultOf<Name>>;
    Object.assign(components, { [name]: module.summarise(own, { target: facts, kb, expectations }) });
  };
  for (const name of mechanism.options) add(name);
  const { name, kind, embedder, reranker, topK: top_k, candidates } = facts;
  const deterministic = replayed ? mechanism.options : (facts.deterministic ?? []);
  const semantic = components.semantic?.results ?? [];
  const target = {
    name,
    kind,
    embedder,
    reranker,
    top_k,
    candidates,
    deterministic: deterministic.length > 0 ? [...deterministic] : undefined,
  };
  const resolved = (banks.semantic ?? []).flatMap(({ test_id }) => expectations.get(test_id) ?? []);
  return {
    version: formatVersion,
    timestamp,
    target,
    kb: { entities: kb?.entities.length ?? 0, hash: kb?.hash ?? "" },
    summary: summarise(components, { scope, sources: sourceCounts(resolved), notTested }),
    ...components,
    answers: answers && summariseAnswers(semantic, answers.reader),
    repeats: repeatSummary(tests, repeat),
    notes: inOrder([
      ...notes,
      ...resumedNote(earlier, requests),
      ...(banks.semantic ? facts.notes : []),
      ...notesOnTests(components, { facts, kb, expectations, notTested }),
    ]),
    totals: journal.totals(),
    latency: latencyOf(requests),
    duration_ms: Math.round(clock.now() - started),
  };
}

/** The system may have changed since then. */
function resumedNote(earlier: Requests | undefined, { answered }: Requests): Note[] {
  if (!earlier || earlier.answered.length === 0) return [];
  const stopped = `${earlier.lastAt.slice(0, 16).replace("T", " ")} UTC`;
  const old = `${earlier.answered.length} of ${counted(answered.length, "answer")}`;
  return [
    { code: "resumed", text: `${old} are from the run that stopped at ${stopped}; --fresh asks again` },
  ];
}

/** A failure of the target is a missing score. A failure of ours stops the run. */
async function askTests(options: AskOptions): Promise<TestResult[]> {
  const { banks, target, kb, expectations, answers, repeat = 1, baseline, worked, signal } = options;
  const { replayed = false, onBank, onResult } = options;
  const total = countTests(banks);
  let done = 0;
  const context = { target: target.facts, kb, expectations };
  const before = baseline && byTestId(baseline);
  /** How many attempts a test gets, after those so far. */
  const attemptsFor = (name: Mechanism, tried: readonly TestResult[]): number => {
    if (isDeclined(tried[0]!) || target.facts.deterministic?.includes(name)) return 1;
    const isDecided = replayed || !isSuspect(tried, before?.get(tried[0]!.test_id));
    return isDecided ? repeat : Math.max(repeat, DECIDING_ATTEMPTS);
  };

  async function askBank<Name extends Mechanism>(name: Name): Promise<TestResult[]> {
    const module: MechanismModule<Name> = modules[name];
    const ask = target[name] as Ask<Name> | undefined;
    const run = async (test: TestOf<Name>): Promise<TestResult> => {
      // With repeats the first answer is read: a reader for every attempt would cost more than the attempts.
      let first: AnswerOf<Name> | undefined;
      const once = async (attempt: number): Promise<TestResult> => {
        const evaluate = (answer: AnswerOf<Name> | undefined) =>
          module.evaluate(test, answer, context) as TestResult;
        try {
          const answer = await ask?.(module.question(test, target.facts), attempt);
          if (answer === undefined) return { ...evaluate(undefined), missing: DECLINED };
          first ??= answer;
          return evaluate(answer);
        } catch (error) {
          if (!isModelFailure(error)) throw error;
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
    };
    const results: TestResult[] = [];
    const { endedBy } = await runJobs(
      testsOf(banks, name).entries(),
      async ([at, test]) => void (results[at] = await run(test)),
      { concurrency: AT_ONCE, isFinal: () => true, signal },
    );
    if (endedBy) throw endedBy;
    signal?.throwIfAborted();
    return results;
  }

  await target.probe?.(questionsOf(banks, target.facts), worked);
  const tests: TestResult[] = [];
  const asked = mechanism.options.filter((name) => banks[name]);
  for (const [at, name] of asked.entries()) {
    onBank?.(name, { number: at + 1, of: asked.length });
    tests.push(...(await askBank(name)));
  }
  return tests;
}

/** One of each bank in turn: a target may have one mechanism and fail at another. */
function* questionsOf(banks: Banks, facts: TargetFacts): Generator<AnyQuestion> {
  const question = <Name extends Mechanism>(name: Name, at: number): AnyQuestion => {
    const module: MechanismModule<Name> = modules[name];
    const asked = module.question(testsOf(banks, name)[at]!, facts);
    return { mechanism: name, question: asked } as AnyQuestion;
  };
  const longest = Math.max(...mechanism.options.map((name) => testsOf(banks, name).length));
  for (let at = 0; at < longest; at++)
    for (const name of mechanism.options) if (at < testsOf(banks, name).length) yield question(name, at);
}

/** The target says that it does not have the mechanism. */
const DECLINED: Missing = { code: "not-answered", message: "the target answers it with not_answered" };
const isDeclined = ({ missing }: TestResult): boolean => missing?.code === DECLINED.code;
