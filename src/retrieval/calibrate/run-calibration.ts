/** A whole calibration: plan, ask, and apply if requested, in its own folder, from which a stopped run is resumed. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type {
  CalibrationEstimate,
  CalibrationOutcome,
  CalibrationPlan,
  SemanticTest,
} from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { atMostOf, sumOf } from "../../kernel/journal/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import { inline, noteLine } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { remove } from "../../kernel/store/index.ts";
import { checkBanks, historyPath, loadBanks } from "../banks.ts";
import { loadHistory, resolveExpectations } from "../expectations/index.ts";
import { loadKb } from "../kb.ts";
import { readResults } from "../report/index.ts";
import { moveToFreeName } from "../run/index.ts";
import { applyCalibration } from "./apply-calibration.ts";
import { calibrate, type CalibrateOptions } from "./ask-calibrator.ts";
import { estimateCalibration, planCalibration, type CalibrationSelection } from "./plan-calibration.ts";
import {
  isOverridden,
  findLastRun,
  reviewCalibration,
  reviewLines,
  withAccepted,
  type LastRun,
} from "./review-calibration.ts";

export type CalibrationOptions = CalibrationSelection & {
  testBanks: string;
  kb: string;
  kbVersion: string;
  /** The reason, for the history. */
  trigger?: string;
  model?: string;
  embedder?: string;
  apply: boolean;
  /** With `apply`: tests whose additions to not_expected and rank_check count from now on, or all of them. */
  accept?: { tests: readonly string[] | "all"; by: string };
  /** The results file, or the folder of results, to score again. */
  results?: string;
  /** Only tests and estimate: the calibrator is not called. */
  planOnly?: boolean;
};

export type CalibrationEvents = {
  signal?: AbortSignal;
  onPlan?: (plan: CalibrationPlan, estimate: CalibrationEstimate, model: ResolvedModel) => void;
  onTest?: CalibrateOptions["onTest"];
  onNote?: (note: string) => void;
};

/** Calibration files lie beside the banks. */
export const calibrationDir = (testBanks: string): string => join(dirname(testBanks), "calibration");

/** Without `apply` nothing changes: the answers are shown and kept, so that applying them later costs nothing. */
export async function runCalibration(
  harness: Harness,
  options: CalibrationOptions,
  { signal, onPlan, onTest, onNote }: CalibrationEvents = {},
): Promise<CalibrationOutcome> {
  const kb = loadKb(options.kb);
  const banks = loadBanks(options.testBanks, { which: ["semantic"], required: true });
  const expectations = resolveExpectations(banks.semantic!, loadHistory(historyPath(options.testBanks)));
  checkBanks(
    { ...banks, rules: undefined },
    { kb: undefined, expectationsOf: (test) => expectations.get(test.test_id)!.expectations },
  );
  // Before anything is paid: a mistake in a name costs nothing.
  const accepted = acceptedTests(options, banks.semantic!);
  const lastRun = options.planOnly ? undefined : lastRunIn(options.results, onNote);
  const model = harness.casting.modelFor("calibrator", { asked: options.model });
  const embedder = harness.casting.modelFor("embedder", { asked: options.embedder });
  harness.requireReady([
    ...(options.planOnly ? [] : [{ role: "calibrator" as const, model }]),
    ...(options.scope === "affected" ? [{ role: "embedder" as const, model: embedder }] : []),
  ]);
  const dir = join(
    calibrationDir(options.testBanks),
    ".running",
    keyOf([
      ...(harness.recordings.manifest ? ["recorded"] : []),
      options.planOnly === true,
      kb.hash,
      options.scope,
      options.testIds,
      options.addedEntities,
      model.label,
      [...expectations.values()].map((resolved) => resolved.expectations),
    ]),
  );
  const run = await harness.openRun(dir);
  let kept: "always" | "where paid" | "for later" = "for later";
  try {
    for (const note of run.notes) onNote?.(noteLine(note));
    const plan = await planCalibration(options, {
      banks,
      kb,
      expectations,
      gateway: run.gateway,
      embedder,
      signal,
    });
    const estimate = estimateCalibration({ kb, tests: plan.tests, model });
    onPlan?.(plan, estimate, model);
    if (options.planOnly || plan.tests.length === 0) {
      kept = "where paid";
      const spent = sumOf([run.journal.totals().all]);
      return { plan, estimate, cost: spent.cost, spent };
    }
    const answered = await calibrate({
      gateway: run.gateway,
      model,
      kb,
      tests: plan.tests,
      expectations,
      signal,
      onTest,
    });
    const spent = sumOf([run.journal.totals().all]);
    const { cost } = spent;
    if (answered.responses.length === 0)
      throw new HarnessError({
        code: "no-result",
        message: `${model.label} answered none of ${plan.tests.length} tests: ${answered.failed[0]?.message ?? ""}`,
        remedy: "No expectation was changed. Try again later, or with another model.",
        exit: 3,
      });
    const calibrated = { ...answered, responses: withAccepted(answered.responses, accepted) };
    const review = reviewCalibration(calibrated.responses, lastRun);
    const asked = answered.responses.filter(({ test_id, additions }) => additions && accepted.has(test_id));
    const taken = asked.filter((response) => !isOverridden(response)).map(({ test_id }) => test_id);
    for (const { test_id } of asked.filter(isOverridden))
      onNote?.(
        `Not accepted: ${test_id} has an override, which still counts. Add its proposals with \`rehearse bank override ${test_id} --accept --reason … --by …\`.`,
      );
    const reasons = new Map(answered.responses.map(({ test_id, reasoning }) => [test_id, reasoning]));
    const applied = options.apply
      ? await applyCalibration(calibrated, {
          testBanks: options.testBanks,
          calibrationDir: calibrationDir(options.testBanks),
          kb,
          kbVersion: options.kbVersion,
          scope: options.scope,
          trigger: options.trigger ?? `calibrate_${options.scope}`,
          cost,
          accepted: options.accept && taken.length > 0 ? { by: options.accept.by, tests: taken } : undefined,
          report: reviewLines(review, { all: true, reasonOf: (id) => reasons.get(id) }).map(
            (line) => `- ${inline(line.trim())}`,
          ),
          clock: harness.clock,
        })
      : undefined;
    kept = "always";
    return { plan, estimate, calibrated, review, cost, spent, ...(applied && { run: applied }) };
  } finally {
    const { all } = run.journal.totals();
    const paid = atMostOf(all) > 0 || all.unpriced + all.possiblyBilled.unpriced > 0;
    await run.close();
    if (kept === "always" || (kept === "where paid" && paid)) {
      const now = harness.clock.date().toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
      moveToFreeName(dir, join(calibrationDir(options.testBanks), `calls_${now}`));
    } else if (kept === "where paid") remove(dir);
  }
}

function lastRunIn(path: string | undefined, onNote: CalibrationEvents["onNote"]): LastRun | undefined {
  if (path === undefined) return undefined;
  return path.endsWith(".json") ? { file: path, results: readResults(path) } : findLastRun(path, onNote);
}

/** Accepting changes what counts, so it is refused without `apply` and for tests that do not exist. */
function acceptedTests(
  { accept, apply }: Pick<CalibrationOptions, "accept" | "apply">,
  tests: readonly SemanticTest[],
): ReadonlySet<string> {
  if (!accept) return new Set();
  if (!apply)
    throw new HarnessError({
      code: "bad-combination",
      option: "apply",
      message: `${optionText("accept")} needs ${optionText("apply")}: without it nothing is saved.`,
      remedy: `Add ${optionText("apply")}, or remove ${optionText("accept")}.`,
    });
  const known = tests.map(({ test_id }) => test_id);
  if (accept.tests === "all") return new Set(known);
  const unknown = accept.tests.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option: "accept",
      message: `Unknown semantic test "${unknown}". ${suggestion(unknown, known)}`.trimEnd(),
      remedy: `Check ${optionText("accept")}.`,
    });
  return new Set(accept.tests);
}

const keyOf = (facts: unknown): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
