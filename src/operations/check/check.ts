/** The retrieval banks against a RAG system. */
import type { z } from "zod";
import type { CheckResult, CheckResults, RedlineReport } from "../../contract/index.ts";
import { about } from "../../kernel/errors/index.ts";
import {
  allResults,
  type Baseline,
  belowFull,
  checkAnswerOf,
  checkCi,
  type CheckPlan,
  checkRedline,
  type CheckRequest,
  concludeCheck,
  openCheck,
  planCheck,
  planRedline,
  readBaseline,
  redlineCi,
  type RedlinePlan,
  redlineVerdict,
  requireCheckKeys,
  saveCheck,
  type ScoreGate,
  summaryText,
  testLine,
  testSection,
  testVerdictOf,
  weightShares,
  withSpacedReranking,
} from "../../retrieval/index.ts";
import type { Context, Ran, Shown } from "../declaration.ts";
import { markerName } from "../marker-name.ts";
import { type Operation, operation } from "../operation.ts";
import { type CheckInput, checkInput, recordedCheck, refuseWithRedline, requestOf } from "./check-input.ts";
import { previewBanks, previewRedline } from "./check-preview.ts";
import { readScoreGates } from "./score-gates.ts";

/** The summary needs all that was found. JSON leaves out what a symbol names. */
export const FOUND = Symbol("results");
export type Found = CheckResult & { [FOUND]: CheckResults };

type Banks = {
  input: CheckInput;
  request: CheckRequest;
  plan: CheckPlan;
  gates: ScoreGate[];
  baseline: Baseline | undefined;
};
type Plan = Banks | (Pick<Banks, "input"> & { redline: RedlinePlan });

const weights = weightShares()
  .map(({ mechanism: name, percent }) => `${name} (${percent} %)`)
  .join(", ");

const check: Operation<z.input<typeof checkInput>, CheckResult | RedlineReport> = operation({
  name: "check",
  surfaces: ["http", "mcp"],
  description:
    `Runs the test banks against a RAG system and says how healthy it is: ${weights}. A missed crisis phrase or a false positive makes the health CRITICAL, regardless of the average.\n\n` +
    "The system under test is the built-in pipeline (Voyage embeddings, Haiku reranking), the same with offline models (`--target offline`: no key, no cost, middling quality), your own (an address, a target file, or a module), or a TREC run. Exit 1: CRITICAL, a regression against --baseline, or a score under --fail-under.\n\n" +
    "With --redline it stress-tests crisis detection instead: every crisis phrase of the bank in other spellings (typos, slang, spacing, quotes, emoji, another person), and benign twins beside them. Gates: every phrase as written is caught, the lower bound of the recall is at least 90 %, false positives are at most 10 %. Exit 0: passed. 1: a gate failed. 3: the target did not answer everything.",
  input: checkInput,
  examples: [
    { input: { target: "offline" }, says: "All banks, without any key." },
    { input: { banks: ["pattern", "state"] }, says: "Two banks; the score is marked partial." },
    { input: { test: ["V2-GR-001"], debug: true }, says: "One test, every stage." },
    {
      input: { target: "http://127.0.0.1:8080/rag", failUnder: ["combined=80"] },
      says: "Your own system, for CI.",
    },
    { input: { target: "bm25.run" }, says: "Score a TREC run without calling anything." },
    {
      input: { target: "./my-rag.yaml", answers: true, failUnder: ["faithfulness=90"] },
      says: "Read the answers as well: exit 1 if too many claims lack support.",
    },
    { input: { redline: true }, says: "Mutated crisis phrases against the built-in rules." },
    {
      input: { target: "http://127.0.0.1:8080/rag", repeat: 5 },
      says: "A run to compare later ones with.",
    },
    {
      input: {
        target: "http://127.0.0.1:8080/rag",
        baseline: "results/results_2026-11-15-0930.json",
      },
      says: "Exit 1 on a regression.",
    },
  ],
  ciName: ({ target }) => markerName([target], "check"),
  harness: ({ reranker }, config) => ({ settings: withSpacedReranking(config, reranker).settings }),
  plan,
  ready: (planned, { harness }) =>
    requireCheckKeys(harness, "redline" in planned ? planned.redline.plan : planned.plan),
  preview: (planned, { harness }) =>
    "redline" in planned
      ? previewRedline(planned.redline)
      : previewBanks(harness, { ...planned, hasBaseline: planned.baseline !== undefined }),
  run: (planned, context): Promise<Ran<Found | RedlineReport>> =>
    "redline" in planned ? runRedline(planned, context) : runBanks(planned, context),
  show: (result, { verbose }) =>
    "families" in result ? [redlineVerdict(result, { all: verbose })] : shown(result),
});
export default check;

function plan(asked: CheckInput, { harness, config }: Context): Plan {
  if (asked.redline) {
    refuseWithRedline(asked);
    return { input: asked, redline: planRedline(harness, requestOf(asked, { harness, config })) };
  }
  const gates = readScoreGates(asked.failUnder ?? [], { areAnswersRead: Boolean(asked.answers) });
  const baseline =
    asked.baseline === undefined ? undefined : about("baseline", () => readBaseline(asked.baseline!));
  const request = requestOf(asked, { harness, config });
  return { input: asked, request, plan: planCheck(harness, request), gates, baseline };
}

async function runBanks(
  { input: asked, request, plan: planned, gates, baseline }: Banks,
  { harness, signal, on, record }: Context,
): Promise<Ran<Found>> {
  const { verbose, debug, failuresOnly, save } = asked;
  const detail = (text: string) => on({ type: "detail", text });
  await record({ inputs: recordedCheck(asked, { request, plan: planned }) });
  const open = await openCheck(harness, {
    request,
    plan: planned,
    onNote: (text) => on({ type: "note", text }),
  });
  on({ type: "step", text: `0/${open.total}`, done: 0, of: open.total });
  const ended = await open.run({
    signal,
    baseline: baseline?.results,
    onResult(result, { done, total }) {
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
  });
  const { checked, comparison } = concludeCheck(ended, { baseline, gates });
  const { results } = checked;
  const saved = await saveCheck(checked, { dir: request.results, save });
  if (failuresOnly) for (const result of belowFull(results)) detail(testLine(result));
  const ci = checkCi(results, { baseline: comparison, gates, report: saved?.reportFile });
  const { health_status: health } = results.summary;
  const isUngated = !comparison && gates.length === 0 && ["FAIR", "POOR"].includes(health);
  return {
    result: {
      ...checkAnswerOf(results, saved),
      tests: allResults(results).map(testVerdictOf),
      [FOUND]: results,
    },
    ci,
    hints:
      isUngated && ci.gates.length === 0
        ? [
            `No gate set: exit 0 although health is ${health}. Set one with --fail-under combined=80 or --baseline FILE.`,
          ]
        : [],
  };
}

async function runRedline(
  { input: asked, redline }: { input: CheckInput; redline: RedlinePlan },
  { harness, signal, on, record }: Context,
): Promise<Ran<RedlineReport>> {
  await record({ inputs: recordedCheck(asked, redline) });
  const report = await checkRedline(harness, redline, {
    signal,
    onAnswer: ({ done, total }) =>
      on({ type: "progress", done, of: total, text: `${done}/${total} messages` }),
  });
  return { result: report, ci: redlineCi(report) };
}

/** The summary, and what changed since the baseline. The tables are in the report. */
function shown({ baseline, report_file, results_file, [FOUND]: results }: Found): Shown[] {
  return [
    summaryText(results),
    ...(baseline ? ["Against the baseline", { ...baseline.verdict, tables: [] }] : []),
    ...(report_file === null ? [] : [`Report: ${report_file}\nResults: ${results_file}`]),
  ];
}
