/** Runs the test banks against a RAG system. */
import { checkOf, MOST_REPEATS, recordedCheck } from "../../../api/check.ts";
import {
  answerMetric,
  mechanism,
  type Mechanism,
  metricsMethod,
  type MetricsMethod,
  patternType,
  type PatternType,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import {
  check,
  type ScoreGate,
  readBaseline,
  testLine,
  testSection,
  weightShares,
} from "../../../retrieval/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { ciFlags, markerName } from "../flags/ci-flags.ts";
import { recordingFlags, startRecording, withRecordings } from "../flags/recording-flags.ts";
import { retrievalHarness } from "../harness/retrieval-harness.ts";
import { budgetFlag, configFrom, kbFlags, settingsFlags } from "../flags/settings-flags.ts";
import { dryRun } from "./check-dry-run.ts";
import { endCheck } from "./check-end.ts";
import { redline, refuseWithRedline } from "./check-redline.ts";

const weights = weightShares()
  .map(({ mechanism: name, percent }) => `${name} (${percent} %)`)
  .join(", ");

export default defineCommand({
  name: "check",
  summary: "Test a RAG system with the retrieval banks, on a 100-point scale",
  description:
    `Runs the test banks against a RAG system and says how healthy it is: ${weights}. A missed crisis phrase or a false positive makes the health CRITICAL, regardless of the average.\n\n` +
    "The system under test is the built-in pipeline (Voyage embeddings, Haiku reranking), the same with offline models (`--target offline`: no key, no cost, middling quality), your own (an address, a target file, or a module), or a TREC run. Exit 1: CRITICAL, a regression against --baseline, or a score under --fail-under.\n\n" +
    "With --redline it stress-tests crisis detection instead: every crisis phrase of the bank in other spellings (typos, slang, spacing, quotes, emoji, another person), and benign twins beside them. Gates: every phrase as written is caught, the lower bound of the recall is at least 90 %, false positives are at most 10 %. Exit 0: passed. 1: a gate failed. 3: the target did not answer everything.",
  flags: {
    banks: {
      type: "list",
      choices: ["all", ...mechanism.options],
      value: "A,B",
      help: "Banks to run (default: all).",
    },
    test: { type: "list", value: "ID", help: "Single tests by id; the bank follows from the id." },
    topic: { type: "string", value: "T", help: "Semantic tests of one topic." },
    patternType: {
      type: "choice",
      choices: patternType.options,
      value: "TYPE",
      help: "Pattern tests of one type.",
    },
    target: {
      type: "string",
      value: "TARGET",
      help: "built-in, offline, http://…, a target file (YAML or JSON), a module, or a TREC run.",
    },
    ...kbFlags,
    out: { type: "string", value: "DIR", help: "Where results are kept; results by default." },
    embedder: { type: "string", value: "MODEL", help: "Another embedder for the built-in target." },
    reranker: { type: "string", value: "MODEL", help: "Another reranker; house: the offline one." },
    answers: {
      type: "boolean",
      help: "Let a model read the target's answers to semantic tests: is every claim supported by the retrieved text, and is the question answered? A second score, not part of the 100 points.",
    },
    reader: {
      type: "string",
      value: "MODEL",
      help: "With --answers: the model that reads. Default: gpt-4o-mini.",
    },
    dryRun: {
      type: "boolean",
      help: "Print the tests, the calls of --repeat and the estimated cost, and stop. An external target has no price.",
    },
    metrics: {
      type: "choice",
      choices: metricsMethod.options,
      value: "METHOD",
      help: "How recall, MRR and nDCG are cut and averaged. at-k (default): cut at each stage's size; tests without a list or with nothing expected are left out of the mean. trec_eval: as trec_eval -c, MRR and nDCG not cut; these tests count as 0.",
    },
    redline: {
      type: "boolean",
      help: "Stress-test crisis detection: mutated crisis phrases and benign twins. Nothing is saved.",
    },
    seed: { type: "string", value: "N", help: "The seed of the mutations for --redline. Default: 1." },
    verbose: {
      type: "boolean",
      help: "A line for every test; with --redline, every miss and false positive.",
    },
    debug: { type: "boolean", help: "Every stage of every test." },
    failuresOnly: { type: "boolean", help: "List the tests below 100." },
    repeat: {
      type: "integer",
      value: "N",
      min: 1,
      max: MOST_REPEATS,
      help: "Ask each test N times. Scores are means, and flaky tests are listed apart. Use 5 for a baseline.",
    },
    cached: { type: "boolean", help: "Use earlier answers to identical requests." },
    fresh: { type: "boolean", help: "Discard a stopped run instead of resuming it." },
    save: { type: "boolean", default: true, help: "Do not save results or a report." },
    baseline: {
      type: "string",
      value: "FILE",
      help: "An earlier results file. A test that passed there and fails now is asked 4 more times. Exit 1 on a new critical failure, on a test that fails 5 of 5 (4 of 5 if it passed at least 5 attempts of the baseline without a failure; the first one if the target is deterministic), or on a significantly lower score.",
    },
    ...ciFlags,
    failUnder: {
      type: "list",
      value: "NAME=N",
      help: "Fail under a score: combined=80, semantic=75, …; with --answers also faithfulness=90, answered=80.",
    },
    budget: budgetFlag("Maximum cost."),
    ...settingsFlags,
    ...recordingFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse check --target offline", does: "All banks, without any key." },
    { command: "rehearse check --banks pattern,state", does: "Two banks; the score is marked partial." },
    { command: "rehearse check --test V2-GR-001 --debug", does: "One test, every stage." },
    {
      command: "rehearse check --target http://127.0.0.1:8080/rag --junit results/junit.xml",
      does: "Your own system, for CI.",
    },
    {
      command: "rehearse check --target bm25.run --metrics trec_eval",
      does: "Score a TREC run without calling anything.",
    },
    {
      command: "rehearse check --target ./my-rag.yaml --answers --fail-under faithfulness=90",
      does: "Read the answers as well: exit 1 if too many claims lack support.",
    },
    { command: "rehearse check --redline", does: "Mutated crisis phrases against the built-in rules." },
    {
      command: "rehearse check --redline --target http://127.0.0.1:8080/rag --seed 2 --json",
      does: "The same for your own system, another draw, for CI.",
    },
    {
      command: "rehearse check --target http://127.0.0.1:8080/rag --repeat 5",
      does: "A run to compare later ones with.",
    },
    {
      command:
        "rehearse check --target http://127.0.0.1:8080/rag --baseline results/results_2026-11-15-0930.json",
      does: "Exit 1 on a regression.",
    },
  ],
  async run({ flags, io, signal, ci }) {
    ci.name = flags.name ?? markerName([flags.target], "check");
    if (flags.redline)
      refuseWithRedline({
        "--banks": flags.banks.length > 0,
        "--test": flags.test.length > 0,
        "--topic": flags.topic !== undefined,
        "--pattern-type": flags.patternType !== undefined,
        "--baseline": flags.baseline !== undefined,
        "--metrics": flags.metrics !== undefined,
        "--answers": flags.answers,
        "--repeat": flags.repeat !== undefined,
        "--dry-run": flags.dryRun,
        "--junit": flags.junit !== undefined,
        "--comment": flags.comment !== undefined,
        "--fail-under": flags.failUnder.length > 0,
      });
    const gates = flags.failUnder.map((text) => gateOf(text, flags));
    const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
    const config = await configFrom(flags);
    const asked = {
      ...flags,
      tests: flags.test,
      patternType: flags.patternType as PatternType | undefined,
    };
    const request = checkOf(config.settings.retrieval, {
      ...asked,
      banks: flags.banks as readonly (Mechanism | "all")[],
      metrics: flags.metrics as MetricsMethod | undefined,
    });
    const harness = retrievalHarness(withRecordings(config, flags, { command: "check" }), io, {
      reranker: flags.reranker,
    });
    const record = () =>
      startRecording(harness, flags, {
        command: "check",
        inputs: () =>
          recordedCheck(request, {
            ...asked,
            redline: flags.redline || undefined,
            seed: flags.redline ? flags.seed : undefined,
          }),
      });
    ci.silent = flags.redline || flags.dryRun;
    if (flags.redline)
      try {
        const { verbose, json, seed } = flags;
        await record();
        return await redline(harness, request, {
          io,
          signal,
          verbose,
          json,
          ...(seed !== undefined && { seed }),
        });
      } finally {
        await harness.close();
      }
    if (flags.dryRun)
      try {
        return await dryRun(harness, request, { io, json: flags.json, baseline: baseline !== undefined });
      } finally {
        await harness.close();
      }
    const progress = io.progress("checking");
    const began = harness.clock.now();
    try {
      await record();
      const done = await check(harness, request, {
        signal,
        baseline: baseline?.results,
        onNote: (note) => io.say(note),
        onResult: (result, { done, total }) => {
          progress.show(
            `${bar(done, total)} ${done}/${total}${timeLeft({ done, total, ms: harness.clock.now() - began })} ${result.test_id}`,
          );
          if (!progress.drawn && !flags.json && !flags.verbose && !flags.debug && isDue(done, total))
            io.warn(
              terminalText(
                `${done}/${total} ${testLine(result)}${timeLeft({ done, total, ms: harness.clock.now() - began })}`,
              ),
            );
          if (flags.debug) io.say(testSection(result, { style: "plain" }).join("\n"));
          else if (flags.verbose) io.say(testLine(result));
        },
      });
      progress.done();
      return await endCheck(done, { io, ci, harness, flags, gates, baseline, dir: request.results });
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

/** A log gets a line for each test; for more than a thousand tests, a thousand lines. */
const MOST_LINES = 1_000;
const isDue = (done: number, total: number): boolean =>
  Math.floor((done * MOST_LINES) / total) > Math.floor(((done - 1) * MOST_LINES) / total);

const WIDTH = 20;
const bar = (done: number, total: number): string =>
  "█".repeat(Math.round((WIDTH * done) / total)).padEnd(WIDTH, "░");

/** Empty until three tests are done: before that there is no useful estimate. */
function timeLeft({ done, total, ms }: { done: number; total: number; ms: number }): string {
  if (done < 3 || done === total) return "";
  const seconds = Math.round(((ms / done) * (total - done)) / 1000);
  return seconds < 1 ? "" : `, ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}

function gateOf(text: string, { answers }: { answers: boolean }): ScoreGate {
  const [name = "", value = ""] = text.split("=");
  const least = Number(value);
  const ofAnswers = answerMetric.safeParse(name).success;
  if (ofAnswers && !answers)
    throw new HarnessError({
      code: "missing-option",
      message: `--fail-under ${text} needs --answers: without it no answer is read.`,
      remedy: "Add --answers, or remove the gate.",
    });
  if (
    (name === "combined" || ofAnswers || mechanism.safeParse(name).success) &&
    value !== "" &&
    Number.isFinite(least)
  )
    return { name: name as ScoreGate["name"], least };
  throw new HarnessError({
    code: "bad-value",
    message: `--fail-under ${text} is not a gate.`,
    remedy: `Write NAME=N, where NAME is combined or one of ${[...mechanism.options, ...answerMetric.options].join(", ")}: --fail-under combined=80.`,
  });
}
