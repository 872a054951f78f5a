/** The retrieval banks against a RAG system. */
import type { z } from "zod";
import { mechanism, type CheckResult, type CheckResults, type RedlineReport } from "../../contract/index.ts";
import { about } from "../../kernel/errors/index.ts";
import {
  allResults,
  type Baseline,
  banner,
  belowFull,
  checkAnswerOf,
  checkCi,
  type CheckPlan,
  checkRedline,
  type CheckRequest,
  countTests,
  judgeCheck,
  modules,
  planCheck,
  planRedline,
  readBaseline,
  redlineCi,
  type RedlinePlan,
  requireCheckKeys,
  runPlannedCheck,
  saveCheck,
  type CheckGate,
  summaryText,
  testLine,
  testSection,
  testVerdictOf,
  withSpacedReranking,
} from "../../retrieval/index.ts";
import { type Context, type Ran, type Shown, type Operation, operation } from "../declaration.ts";
import { markerName } from "../marker-name.ts";
import { type CheckInput, checkInput, recordedCheck, refuseWithRedline, requestOf } from "./check-input.ts";
import { previewBanks, previewRedline } from "./check-preview.ts";
import { readLatencyGate, readScoreGates, refuseIdleReader } from "./score-gates.ts";

/** The summary needs all that was found. JSON leaves out what a symbol names. */
export const FOUND = Symbol("results");
export type Found = CheckResult & { [FOUND]: CheckResults };

type Banks = {
  input: CheckInput;
  request: CheckRequest;
  plan: CheckPlan;
  gates: CheckGate[];
  baseline: Baseline | undefined;
};
type Plan = Banks | (Pick<Banks, "input"> & { redline: RedlinePlan });

const weights = mechanism.options
  .map((name) => `${name} (${Math.round(100 * modules[name].weight)} %)`)
  .join(", ");

const check: Operation<z.input<typeof checkInput>, CheckResult | RedlineReport> = operation({
  name: "check",
  surfaces: ["http", "mcp"],
  description:
    `Scores a RAG system with the test banks: ${weights}. ` +
    "A missed crisis phrase or a false positive makes the health CRITICAL, regardless of the average.\n\n" +
    "The system under test is the built-in pipeline (Voyage embeddings, Haiku reranking), " +
    "the same with offline models (`--target offline`: " +
    "no key, no cost, middling quality), or your own (an address, a target file, or a module). " +
    "Exit 1: CRITICAL, a regression against --baseline, a score under --fail-under, or a latency over --fail-over.\n\n" +
    "With --redline it stress-tests crisis detection instead: " +
    "every crisis phrase of the bank in other spellings (typos, slang, spacing, quotes, emoji, look-alike letters), " +
    "and benign twins beside them. Gates: every phrase as written is caught, " +
    "the lower bound of the recall is at least 90 %, false positives are at most 10 %. Exit 0: passed. 1: a gate failed. " +
    "3: the target did not answer a message; repeat the command to resume.",
  input: checkInput,
  examples: [
    { input: { target: "offline" }, says: "All banks, without any key." },
    { input: { test: ["V2-GR-001"], debug: true }, says: "One test, every stage." },
    {
      input: { target: "http://127.0.0.1:8080/rag", failUnder: ["combined=80"] },
      says: "Your own system, for CI.",
    },
    { input: { redline: true }, says: "Mutated crisis phrases against the built-in rules." },
  ],
  ciName,
  harness: (_, config) => ({ settings: withSpacedReranking(config).settings }),
  plan,
  ready: (planned, { harness }) =>
    requireCheckKeys(harness, "redline" in planned ? planned.redline.plan : planned.plan),
  preview: (planned) =>
    "redline" in planned
      ? previewRedline(planned.redline)
      : previewBanks({ ...planned, hasBaseline: planned.baseline !== undefined }),
  run: (planned, context): Promise<Ran<Found | RedlineReport>> =>
    "redline" in planned ? runRedline(planned, context) : runBanks(planned, context),
  show: (result, asked) => ("families" in result ? [result.verdict] : shown(result, asked)),
});
export default check;

/** Two checks of one pull request have a comment each. */
function ciName({ target, testBanks, banks = [], test = [], topic, patternType, redline }: CheckInput) {
  const port = typeof target === "string" && URL.canParse(target) ? new URL(target).port : "";
  const folder = testBanks?.split(/[\\/]/).slice(-2).join("-");
  const named = [port, folder, ...banks, ...test, topic, patternType, redline && "redline"];
  return markerName([target, ...named.filter(Boolean)], "check");
}

function plan(asked: CheckInput, { harness, config }: Context): Plan {
  if (asked.redline) {
    refuseWithRedline(asked);
    return { input: asked, redline: planRedline(harness, requestOf(asked, { harness, config })) };
  }
  const gates = [
    ...readScoreGates(asked.failUnder ?? [], { areAnswersRead: Boolean(asked.answers) }),
    ...(asked.failOver ?? []).map(readLatencyGate),
  ];
  const baseline =
    asked.baseline === undefined ? undefined : about("baseline", () => readBaseline(asked.baseline!));
  const request = requestOf(asked, { harness, config });
  const planned = planCheck(harness, request);
  refuseIdleReader(asked, planned.banks);
  return { input: asked, request, plan: planned, gates, baseline };
}

async function runBanks(
  { input: asked, request, plan: planned, gates, baseline }: Banks,
  { harness, signal, on, record }: Context,
): Promise<Ran<Found>> {
  const { verbose, debug, failuresOnly, save } = asked;
  const detail = (text: string) => on({ type: "detail", text });
  await record({ inputs: recordedCheck(asked, { request, plan: planned }) });
  const total = countTests(planned.banks);
  on({ type: "step", text: `0/${total}`, done: 0, of: total });
  const ended = await runPlannedCheck(
    harness,
    { request, plan: planned },
    {
      signal,
      baseline: baseline?.results,
      onNote: (text) => on({ type: "note", text }),
      onBank(name, { number, of }) {
        if (number === 1) on({ type: "heading", text: banner("UNIFIED TEST HARNESS V2") });
        on({ type: "heading", text: `\n[${number}/${of}] Running ${name} tests...` });
      },
      onResult(result, { done }) {
        const at = `${done}/${total}`;
        on({
          type: "progress",
          done,
          of: total,
          text: `${at} ${verbose || debug ? result.test_id : testLine(result)}`,
        });
        if (debug) detail(testSection(result, { style: "plain" }).join("\n"));
        else if (verbose) detail(testLine(result));
      },
    },
  );
  const results = judgeCheck(ended.results, { baseline, gates });
  const saved = await saveCheck({ ...ended, results }, { dir: request.results, save });
  if (failuresOnly) for (const result of belowFull(results)) detail(testLine(result));
  return {
    result: {
      ...checkAnswerOf(results, saved),
      tests: allResults(results).map(testVerdictOf),
      [FOUND]: results,
    },
    ci: checkCi(results, saved?.reportFile),
  };
}

async function runRedline(
  { input: asked, redline }: { input: CheckInput; redline: RedlinePlan },
  { harness, signal, on, record }: Context,
): Promise<Ran<RedlineReport>> {
  await record({ inputs: recordedCheck(asked, redline) });
  const report = await checkRedline(harness, redline, {
    signal,
    onNote: (text) => on({ type: "note", text }),
    onResult: (_, { done, total }) =>
      on({ type: "progress", done, of: total, text: `${done}/${total} messages` }),
  });
  return { result: report, ci: redlineCi(report) };
}

/** Facts that the summary has as well. */
const SUMMARISED = new Set(["Health", "Combined score", "Tests"]);
/** The report has the others. */
const WORST = 3;

/** The verdict, then the summary of the specification. */
function shown(
  { verdict, report_file, results_file, [FOUND]: results }: Found,
  { failuresOnly }: CheckInput,
): Shown[] {
  return [
    {
      ...verdict,
      facts: verdict.facts.filter(({ label }) => !SUMMARISED.has(label)),
      // Listed already.
      findings: failuresOnly ? [] : verdict.findings.slice(0, WORST),
    },
    summaryText(results),
    ...(report_file === null ? [] : [`Report: ${report_file}\nResults: ${results_file}`]),
  ];
}
