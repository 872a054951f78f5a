/** The retrieval banks: what a RAG system brings up, and how healthy it is. */
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { mechanism, patternType, type CheckResults, type Mechanism, type PatternType, type TestResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, makeFolder } from "../../kernel/store/index.ts";
import { baselineLines, baselineSection, BUILT_IN, check, checkReport, compareWithBaseline, findFolders, junitReport, OFFLINE, readResults, saveResults, summaryText, testSection } from "../../retrieval/index.ts";
import { defineCommand, type Io } from "../frame/index.ts";
import { retrievalHarness } from "./retrieval-harness.ts";
import { configFrom, settingsFlags } from "./settings-flags.ts";

export default defineCommand({
  name: "check",
  summary: "Retrieval banks: four mechanisms, on a 100-point scale",
  description:
    "Runs the test banks against a RAG system and says how healthy it is: semantic (60 %), state (15 %), pattern (15 %), always (10 %). A crisis phrase that is missed, or an alarm where there is none, makes the health CRITICAL whatever the average.\n\n" +
    "The system under test is the built-in pipeline (Voyage embeddings, Haiku reranking), the same with offline models (`--target offline`: no key, no cost, middling), your own behind an address, or a module. Exit 1: CRITICAL, a regression against --baseline, or a score under --fail-under.",
  flags: {
    banks: { type: "list", choices: ["all", ...mechanism.options], value: "A,B", help: "Which banks; all of them by default." },
    test: { type: "list", value: "ID", help: "Single tests by id; the bank follows from the id." },
    topic: { type: "string", value: "T", help: "Semantic tests of one topic." },
    patternType: { type: "choice", choices: patternType.options, value: "TYPE", help: "Pattern tests of one type." },
    target: { type: "string", value: "TARGET", help: "built-in, offline, http://…, or the path of a module." },
    kb: { type: "string", value: "DIR", help: "The knowledge base." },
    testBanks: { type: "string", value: "DIR", help: "The test banks." },
    out: { type: "string", value: "DIR", help: "Where results are kept; results by default." },
    embedder: { type: "string", value: "MODEL", help: "Another embedder for the built-in target." },
    reranker: { type: "string", value: "MODEL", help: "Another reranker; house: the offline one." },
    verbose: { type: "boolean", help: "A line for every test." },
    debug: { type: "boolean", help: "Every stage of every test." },
    failuresOnly: { type: "boolean", help: "List the tests below 100." },
    cached: { type: "boolean", help: "Use earlier answers to identical requests." },
    save: { type: "boolean", default: true, help: "Keep results and report." },
    baseline: { type: "string", value: "FILE", help: "An earlier results file: what got better or worse." },
    junit: { type: "string", value: "FILE", help: "Write JUnit XML for CI." },
    failUnder: { type: "list", value: "NAME=N", help: "Fail under a score: combined=80, semantic=75, …" },
    budget: { type: "number", value: "USD", min: 0.000001, help: "The most to spend." },
    ...settingsFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse check --target offline", does: "All banks, without any key." },
    { command: "rehearse check --banks pattern,state", does: "Two banks; the score is marked partial." },
    { command: "rehearse check --test V2-GR-001 --debug", does: "One test, every stage." },
    { command: "rehearse check --target http://127.0.0.1:8080/rag --junit results/junit.xml", does: "Your own system, for CI." },
    { command: "rehearse check --baseline results/results_2026-11-15-0930.json", does: "Exit 1 when something got worse." },
  ],
  async run({ flags, io, signal }) {
    const gates = flags.failUnder.map(gateOf);
    const baseline = flags.baseline === undefined ? undefined : readResults(flags.baseline);
    const config = await configFrom(flags);
    const { retrieval } = config.settings;
    const target = flags.target ?? retrieval.target;
    const foreign = target !== BUILT_IN && target !== OFFLINE;
    const folders = findFolders({ kb: flags.kb ?? retrieval.kb, testBanks: flags.testBanks ?? retrieval.testBanks });
    const results = flags.out ?? retrieval.results;
    const harness = retrievalHarness(config, io, { reranker: flags.reranker });
    const banks = flags.banks.length === 0 || flags.banks.includes("all") ? undefined : (flags.banks as Mechanism[]);
    const progress = io.progress("checking");
    try {
      const done = await check(
        harness,
        {
          testBanks: folders.testBanks,
          // A foreign system has a knowledge base of its own, unless one is named.
          ...(foreign && flags.kb === undefined && retrieval.kb === undefined ? {} : { kb: folders.kb }),
          ...(banks && { banks }),
          selection: { ...(flags.test.length > 0 && { testIds: flags.test }), ...(flags.topic !== undefined && { topic: flags.topic }), ...(flags.patternType !== undefined && { patternType: flags.patternType as PatternType }) },
          target,
          ...(flags.embedder !== undefined && { embedder: flags.embedder }),
          ...(flags.reranker !== undefined && { reranker: flags.reranker }),
          topK: retrieval.topK,
          candidates: retrieval.candidates,
          cached: flags.cached,
          results,
        },
        {
          signal,
          onNote: (note) => io.say(note),
          onResult: (result, { done, total }) => {
            progress.show(`${done}/${total} ${result.test_id}`);
            if (flags.debug) io.say(testSection(result, { style: "plain" }).join("\n"));
            else if (flags.verbose) io.say(lineOf(result));
          },
        },
      );
      progress.done();
      const comparison = baseline && compareWithBaseline(done.results, baseline);
      const markdown = checkReport(done.results, { notes: done.notes, ...(comparison && { baseline: baselineSection(comparison) }) });
      const saved = flags.save ? await saveResults(results, done.results, markdown) : undefined;
      if (saved) done.keep(`calls_${saved.stem}`);
      else done.drop();
      if (flags.junit !== undefined) writeJunit(flags.junit, done.results);
      if (flags.json) io.json(jsonOf(done.results, saved));
      if (flags.failuresOnly) for (const result of failures(done.results)) io.say(lineOf(result));
      if (!flags.json) io.out(summaryText(done.results, { notes: done.notes }));
      if (comparison) io.say(["", "Against the baseline:", ...baselineLines(comparison).map((line) => `  ${line}`)].join("\n"));
      if (saved) io.say(`\nReport: ${saved.reportFile}\nResults: ${saved.resultsFile}`);
      return exitFor({ results: done.results, regressions: comparison?.regressions ?? [], gates, io });
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

type Gate = { name: "combined" | Mechanism; least: number };

function gateOf(text: string): Gate {
  const [name = "", value = ""] = text.split("=");
  const least = Number(value);
  if ((name === "combined" || mechanism.safeParse(name).success) && value !== "" && Number.isFinite(least)) return { name: name as Gate["name"], least };
  throw new HarnessError({ code: "bad-gate", message: `--fail-under ${text} is no gate.`, remedy: `Write NAME=N, where NAME is combined or one of ${mechanism.options.join(", ")}: --fail-under combined=80.` });
}

const allResults = ({ semantic, state, pattern, always }: CheckResults): TestResult[] => [semantic, state, pattern, always].flatMap((component): TestResult[] => component?.results ?? []);

const failures = (results: CheckResults): TestResult[] => allResults(results).filter(({ score }) => score === null || score < 100);

function lineOf(result: TestResult): string {
  const verdict = result.score === null ? `no score: ${result.missing?.message ?? ""}` : result.mechanism === "pattern" && result.is_critical_failure ? "🚨 CRITICAL" : result.score === 100 ? "✓" : `Score: ${result.score}`;
  return `${result.test_id}: ${verdict}${result.name === "" ? "" : ` (${result.name})`}`;
}

const jsonOf = ({ summary }: CheckResults, saved: { resultsFile: string; reportFile: string } | undefined) => ({
  health_status: summary.health_status,
  combined_score: summary.combined_score,
  total_tests: summary.total_tests,
  hard_fails: summary.hard_fail_count,
  missing: summary.missing_count,
  critical_failures: summary.critical_failures,
  component_scores: summary.component_scores,
  expectation_sources: summary.expectation_sources,
  health_reasons: summary.health_reasons,
  partial: summary.partial,
  results_file: saved?.resultsFile ?? null,
  report_file: saved?.reportFile ?? null,
});

function writeJunit(path: string, results: CheckResults): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, junitReport(results));
  } catch (error) {
    throw error instanceof HarnessError ? error : fileError(error, { doing: "write", path });
  }
}

/** 1 where a gate failed; 3 where there is nothing to judge, because the target never answered. A score that is missing passes no gate. */
function exitFor({ results, regressions, gates, io }: { results: CheckResults; regressions: readonly string[]; gates: readonly Gate[]; io: Io }): 0 | 1 | 3 {
  const { summary } = results;
  const failed = gates.filter(({ name, least }) => {
    const score = name === "combined" ? summary.combined_score : (summary.component_scores[name] ?? null);
    return score === null || score < least;
  });
  for (const { name, least } of failed) io.warn(`${name} is under ${least}.`);
  if (summary.combined_score === null) {
    io.warn("No test has a score: the target did not answer.");
    return 3;
  }
  return summary.health_status === "CRITICAL" || regressions.length > 0 || failed.length > 0 ? 1 : 0;
}
