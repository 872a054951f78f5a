/** A whole calibration: plan, ask, and apply if requested, in its own folder, from which a stopped run is resumed. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { CalibrateResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { sumOf } from "../../kernel/journal/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { checkBanks, historyPath, loadBanks } from "../banks.ts";
import { loadHistory, resolveExpectations } from "../expectations/index.ts";
import { areShipped } from "../find-folders.ts";
import { loadKb } from "../kb.ts";
import { moveToFreeName } from "../run/index.ts";
import { applyCalibration } from "./apply-calibration.ts";
import { calibrate, type CalibrateOptions } from "./ask-calibrator.ts";
import { estimateCalibration, planCalibration, type CalibrationSelection } from "./plan-calibration.ts";

export type CalibrationOptions = CalibrationSelection & {
  testBanks: string;
  kb: string;
  kbVersion: string;
  model?: string;
  apply: boolean;
  /** Only tests and estimate: the calibrator is not called. */
  planOnly?: boolean;
};

export type CalibrationEvents = {
  signal?: AbortSignal;
  onPlan?: (plan: CalibrateResult) => void;
  onTest?: CalibrateOptions["onTest"];
  onNote?: (note: string) => void;
};

/** Calibration files lie beside the banks, those of shipped banks in the workspace. */
export const calibrationDir = (testBanks: string, workspace: string): string =>
  join(areShipped(testBanks, workspace) ? workspace : dirname(testBanks), "calibration");

/** Without `apply` nothing changes: the answers are shown and kept, so that applying them later costs nothing. */
export async function runCalibration(
  harness: Harness,
  options: CalibrationOptions,
  { signal, onPlan, onTest, onNote }: CalibrationEvents = {},
): Promise<CalibrateResult> {
  const kb = loadKb(options.kb, { onWarning: onNote });
  const banks = loadBanks(options.testBanks, { which: ["semantic"], required: true, onWarning: onNote });
  const tests = banks.semantic!;
  const expectations = resolveExpectations(tests, loadHistory(historyPath(options.testBanks), onNote));
  checkBanks(
    { ...banks, rules: undefined },
    { kb: undefined, expectationsOf: (test) => expectations.get(test.test_id)!.expectations },
  );
  const model = harness.casting.modelFor("calibrator", { asked: options.model });
  if (!options.planOnly) harness.requireReady([{ role: "calibrator", model }]);
  const plan = planCalibration(options, { tests, kb, expectations });
  const planned: CalibrateResult = {
    scope: options.scope,
    kb_version: options.kbVersion,
    dry_run: true,
    model: model.label,
    tests: plan.tests.map(({ test_id }) => test_id),
    affected: plan.affected,
    never_calibrated: plan.never_calibrated,
    estimate: estimateCalibration({ kb, tests: plan.tests }, model),
    changed: [],
    unchanged: [],
    failed: [],
    ...sumOf([]),
    history_file: null,
    responses_file: null,
  };
  onPlan?.(planned);
  if (options.planOnly || plan.tests.length === 0) return planned;

  const folder = calibrationDir(options.testBanks, harness.workspace);
  const dir = join(
    folder,
    ".running",
    keyOf([
      ...(harness.recordings.manifest ? ["recorded"] : []),
      kb.hash,
      options.scope,
      options.testIds,
      options.addedEntities,
      model.label,
      [...expectations.values()].map((resolved) => resolved.expectations),
    ]),
  );
  const run = await harness.openRun(dir);
  let isDone = false;
  try {
    for (const note of run.notes) onNote?.(noteLine(note));
    const calibrated = await calibrate({
      gateway: run.gateway,
      model,
      kb,
      tests: plan.tests,
      expectations,
      signal,
      onTest,
    });
    const spent = sumOf([run.journal.totals().all]);
    if (calibrated.responses.length === 0)
      throw new HarnessError({
        code: "no-result",
        message: `${model.label} answered none of ${plan.tests.length} tests: ${calibrated.failed[0]?.message ?? ""}`,
        remedy: "No expectation was changed. Try again later, or with another model.",
        exit: 3,
      });
    const applied = options.apply
      ? await applyCalibration(calibrated, {
          testBanks: options.testBanks,
          calibrationDir: folder,
          kb,
          kbVersion: options.kbVersion,
          scope: options.scope,
          cost: spent.cost,
          clock: harness.clock,
        })
      : undefined;
    isDone = true;
    const { responses, failed } = calibrated;
    return {
      ...planned,
      ...spent,
      dry_run: applied === undefined,
      changed: responses.filter(({ changed }) => changed),
      unchanged: responses.filter(({ changed }) => !changed).map(({ test_id }) => test_id),
      failed,
      history_file: applied?.history_file ?? null,
      responses_file: applied?.responses_file ?? null,
    };
  } finally {
    await run.close();
    if (isDone) {
      const now = harness.clock.date().toISOString().slice(0, 19).replaceAll(":", "").replace("T", "-");
      moveToFreeName(dir, join(folder, `calls_${now}`));
    }
  }
}

const keyOf = (facts: unknown): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
