/** A calibration in words: what would be asked, and what came of it. */
import type { CalibrationEstimate, CalibrationOutcome, Verdict } from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted, noteLine } from "../../kernel/report/index.ts";
import { type CalibrationOptions, kbWords, reviewLines } from "../../retrieval/index.ts";
import { dollarRange, dollars } from "../play/plan-verdict.ts";

export function costText({ low, high, uncached }: CalibrationEstimate): string {
  if (low === null || high === null) return "unknown (no price)";
  const isMoreUncached = uncached !== null && uncached > high * 1.01;
  return `${dollarRange({ low, high })}${isMoreUncached ? `; up to ${dollars(uncached)} without the provider's cache` : ""}`;
}

export function planVerdict(
  { plan: { tests, affected, neverLookedAt }, estimate }: CalibrationOutcome,
  { calibrator, request }: { calibrator: ResolvedModel; request: CalibrationOptions },
): Verdict {
  const reasons = new Map(affected.map((each) => [each.testId, each.reasons.join("; ")]));
  return {
    outcome: "done",
    headline:
      tests.length === 0
        ? "No tests are affected."
        : `The calibrator was not asked. Estimated cost: ${costText(estimate)}.`,
    cautions: [
      ...localPriceNotes([calibrator]).map(noteLine),
      ...(request.scope === "affected" && neverLookedAt > 0
        ? [
            `${counted(neverLookedAt, "test was", "tests were")} never calibrated, so changes since then are unknown. \`--scope full\` calibrates all tests.`,
          ]
        : []),
    ],
    because: [],
    facts: [
      { label: "Knowledge base", value: kbWords(request.kb).replace("Knowledge base: ", "") },
      { label: "Calibrator", value: calibrator.label },
      { label: "Tests", value: tests.length },
      { label: "Tokens", value: estimate.kbTokens, note: "of the knowledge base, sent as a cached prefix" },
    ],
    findings: [],
    tables:
      tests.length === 0
        ? []
        : [
            {
              title: "Tests",
              columns: [{ label: "test" }, { label: "why" }],
              rows: tests.map(({ test_id }) => [test_id, reasons.get(test_id) ?? request.scope]),
            },
          ],
    next: [],
  };
}

export function calibrationText(
  { plan, calibrated, review, spent, run }: CalibrationOutcome,
  { apply = false, verbose = false }: { apply?: boolean | undefined; verbose?: boolean | undefined },
): string {
  if (plan.tests.length === 0 || !calibrated || !review) return "No tests are affected.";
  const { responses, failed } = calibrated;
  const changed = responses.filter((response) => response.changed).length;
  const reasons = new Map(responses.map(({ test_id, reasoning }) => [test_id, reasoning]));
  return [
    ...reviewLines(review, {
      all: verbose,
      reasonOf: (testId) => reasons.get(testId)?.replaceAll(/\s+/g, " "),
    }),
    ...failed.map(({ test_id, message }) => `${test_id}: no answer: ${message}`),
    `${counted(changed, "test")} changed, ${responses.length - changed} unchanged, ${failed.length} without an answer. Cost ${spentText(spent)}.`,
    ...savedLines(run, { apply, hasProposals: responses.some(({ additions }) => additions) }),
  ].join("\n");
}

function savedLines(
  run: CalibrationOutcome["run"],
  { apply, hasProposals }: { apply: boolean; hasProposals: boolean },
): string[] {
  if (run)
    return [
      `History: ${run.history_file}`,
      `Responses: ${run.responses_file}`,
      ...(run.report_file === undefined ? [] : [`Report: ${run.report_file}`]),
      ...(hasProposals
        ? ["Accept the proposals of a test with `rehearse bank override TEST --accept --reason … --by …`."]
        : []),
    ];
  if (apply) return [];
  const accepting = hasProposals ? " (and --accept ID,… or all, --by NAME to accept proposals)" : "";
  return [
    `Not saved. Repeat the command with --apply to save these expectations${accepting}; the answers are kept and cost nothing more.`,
  ];
}
