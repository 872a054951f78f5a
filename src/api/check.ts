/** `check`: the retrieval banks against a RAG system. */
import { basename } from "node:path";
import {
  mechanism,
  type CheckAnswer,
  type Mechanism,
  type MetricsMethod,
  type PatternType,
  type RetrievalSettings,
  type TestVerdict,
} from "../contract/index.ts";
import { portableName } from "../kernel/addresses/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import {
  allResults,
  BUILT_IN,
  check as runCheck,
  checkAnswerOf,
  checkRequest,
  type CheckRequest,
  concludeCheck,
  loadKb,
  planCheck,
  readBaseline,
  saveCheck,
  testsOf,
  testVerdictOf,
  withSpacedReranking,
} from "../retrieval/index.ts";
import {
  configOf,
  plainResult,
  requireOptions,
  runNames,
  withHarness,
  type OptionNames,
  type RunOptions,
} from "./harness.ts";
import { startRecording } from "./recorded.ts";

export type CheckOptions = RunOptions & {
  /** Which banks. Default: all. */
  banks?: "all" | readonly (Mechanism | "all")[];
  /** Single tests by id. */
  tests?: readonly string[];
  /** Semantic tests of one topic. */
  topic?: string;
  /** Pattern tests of one type. */
  patternType?: PatternType;
  /** `built-in`, `offline`, an address, or the path of a target file, a module or a TREC run. Default: the settings' target. */
  target?: string;
  /** The folder of the knowledge base. `shipped`: the one included in Rehearse. */
  kb?: string;
  /** The folder of the test banks. */
  testBanks?: string;
  embedder?: string;
  reranker?: string;
  /** Let a model read the target's answers: a second score, in `answers` of the result. */
  answers?: boolean;
  /** With `answers`: the model that reads. */
  reader?: string;
  /** How recall, MRR and nDCG are cut and averaged. */
  metrics?: MetricsMethod;
  /** Ask each test this often. */
  repeat?: number;
  /** Use earlier answers to identical requests. */
  cached?: boolean;
  /** Discard a stopped run instead of resuming it. */
  fresh?: boolean;
  /** Write results and report. Default: true. */
  save?: boolean;
  /** Where results are kept. Default: `results`. */
  out?: string;
  /** An earlier results file; `baseline.verdict` of the result says what got worse. */
  baseline?: string;
};

export const checkNames: OptionNames<CheckOptions> = {
  ...runNames,
  banks: true,
  tests: true,
  topic: true,
  patternType: true,
  target: true,
  kb: true,
  testBanks: true,
  embedder: true,
  reranker: true,
  answers: true,
  reader: true,
  metrics: true,
  repeat: true,
  cached: true,
  fresh: true,
  save: true,
  out: true,
  baseline: true,
};

/** What `check --json` prints, and the verdict on each test. */
export type CheckResult = CheckAnswer & { tests: TestVerdict[] };

/**
 * Runs the test banks against a RAG system. Returns what `rehearse check --json` prints, with a verdict on each test.
 * Stopped by `signal` or out of budget it rejects with a `HarnessError`; calling it again resumes it.
 *
 * @example
 * import { check } from "rehearse-llm";
 *
 * const { health_status, combined_score, tests } = await check({ target: "offline", banks: ["state", "always"] });
 * console.log(health_status, combined_score, tests.filter(({ is_hard_fail }) => is_hard_fail).length);
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  requireOptions("check", options, checkNames);
  const { signal, onNote, save = true } = options;
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
  return opened(options, async (harness, request) => {
    await startRecording(harness, options, {
      command: "check",
      inputs: () => recordedCheck(request, options),
    });
    const { checked: done } = concludeCheck(
      await runCheck(harness, request, { signal, onNote, baseline: baseline?.results }),
      { baseline },
    );
    const saved = await saveCheck(done, { dir: request.results, save });
    return plainResult({
      ...checkAnswerOf(done.results, saved),
      tests: allResults(done.results).map(testVerdictOf),
    });
  });
}

export type BankTest = { mechanism: Mechanism; test_id: string; name: string };

/** The tests that `check` would run with the same options. */
export const plannedTests = (options: CheckOptions): Promise<BankTest[]> =>
  opened(options, async (harness, request) => {
    const { banks } = planCheck(harness, request);
    return mechanism.options.flatMap((name) =>
      testsOf(banks, name).map((test) => ({
        mechanism: name,
        test_id: test.test_id,
        name: "name" in test ? test.name : "",
      })),
    );
  });

async function opened<Result>(
  options: CheckOptions,
  work: (harness: Harness, request: CheckRequest & { target: string }) => Promise<Result>,
): Promise<Result> {
  const { budget, reranker } = options;
  const config = await configOf(options, { budget });
  const request = checkOf(config.settings.retrieval, options);
  const { settings } = withSpacedReranking(config, reranker);
  return withHarness(config, { command: "check", options, settings }, (harness) => work(harness, request));
}

type Asked = Omit<CheckOptions, "config" | "baseline" | "save">;

export function checkOf(
  settings: RetrievalSettings,
  { target, kb, testBanks, out, metrics, embedder, reranker, repeat, cached, budget, fresh, ...asked }: Asked,
): CheckRequest & { target: string } {
  const banks = [asked.banks ?? []].flat();
  requireRepeat(repeat, cached);
  const { tests = [], topic, patternType, answers = false, reader } = asked;
  if (reader !== undefined && !answers)
    throw new HarnessError({
      code: "bad-combination",
      message: "A reader is named, but no answers are read.",
      remedy: "Add --answers (answers: true), or leave out the reader.",
    });
  return {
    ...checkRequest(settings, { target, kb, testBanks, results: out, metrics }),
    ...(banks.length > 0 && !banks.includes("all") && { banks: banks as Mechanism[] }),
    selection: {
      ...(tests.length > 0 && { testIds: tests }),
      ...(topic !== undefined && { topic }),
      ...(patternType !== undefined && { patternType }),
    },
    embedder,
    reranker,
    ...(answers && { answers: { ...(reader !== undefined && { reader }) } }),
    ...(repeat !== undefined && { repeat }),
    cached,
    budget,
    fresh,
  };
}

export const MOST_REPEATS = 100;

/** Stored answers are the same every time, so repeating them says nothing. */
function requireRepeat(repeat: number | undefined, cached: boolean | undefined): void {
  if (repeat === undefined) return;
  if (!(Number.isInteger(repeat) && repeat >= 1 && repeat <= MOST_REPEATS))
    throw new HarnessError({
      code: "bad-value",
      message: `--repeat ${repeat} is not a number of repeats.`,
      remedy: `Give a whole number from 1 to ${MOST_REPEATS}.`,
    });
  if (cached)
    throw new HarnessError({
      code: "bad-combination",
      message: "--repeat does not combine with --cached: stored answers never vary.",
      remedy: "Remove one of them. A stopped run is resumed without --cached.",
    });
}

/** What a recording keeps of a check. */
export const recordedCheck = (
  { target = BUILT_IN, kb, topK, candidates }: CheckRequest,
  {
    banks,
    tests,
    topic,
    patternType,
    embedder,
    reranker,
    answers,
    reader,
    repeat,
    redline,
    seed,
  }: Asked & { redline?: true; seed?: string },
) => ({
  target: portableName(target),
  banks,
  tests,
  topic,
  patternType,
  embedder,
  reranker,
  answers: answers || undefined,
  reader,
  repeat,
  redline,
  seed,
  topK,
  candidates,
  knowledgeBase: kb === undefined ? undefined : { name: basename(kb), words: loadKb(kb).hash },
});
