import type { CalibrationAnswer } from "../contract/index.ts";
import { InterruptedError } from "../kernel/models/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import {
  findFolders,
  requireKb,
  runCalibration,
  type Asked,
  type CalibrationOptions,
} from "../retrieval/index.ts";
import { Refusal } from "./refusal.ts";

export type Calibrator = {
  calibrate(
    wish: Omit<CalibrationOptions, "kb" | "testBanks">,
    signal: AbortSignal,
  ): Promise<CalibrationAnswer>;
  close(): Promise<void>;
};

/** One at a time: two that write the same history would each speak of a state that the other has changed. */
export function createCalibrator({ harness, folders }: { harness: Harness; folders: Asked }): Calibrator {
  const closing = new AbortController();
  let running: Promise<CalibrationAnswer> | undefined;

  async function run(
    wish: Parameters<Calibrator["calibrate"]>[0],
    signal: AbortSignal,
  ): Promise<CalibrationAnswer> {
    const { retrieval } = harness.settings;
    const found = findFolders({
      kb: folders.kb ?? retrieval.kb,
      testBanks: folders.testBanks ?? retrieval.testBanks,
    });
    const stop = new AbortController();
    const either = AbortSignal.any([closing.signal, signal]);
    either.addEventListener("abort", () => stop.abort(new InterruptedError()), { once: true });
    let model = "";
    const { plan, estimate, calibrated, cost, run } = await runCalibration(
      harness,
      { ...wish, kb: requireKb(found), testBanks: found.testBanks },
      { signal: stop.signal, onPlan: (_plan, _estimate, { label }) => void (model = label) },
    );
    const responses = calibrated?.responses ?? [];
    return {
      scope: wish.scope,
      kb_version: wish.kbVersion,
      dry_run: run === undefined,
      model,
      tests: plan.tests.map(({ test_id }) => test_id),
      affected: plan.affected.map(({ testId, reasons }) => ({ test_id: testId, reasons: [...reasons] })),
      never_calibrated: plan.neverLookedAt,
      estimate: {
        kb_tokens: estimate.kbTokens,
        low: estimate.low,
        high: estimate.high,
        uncached: estimate.uncached,
      },
      changed: responses.filter(({ changed }) => changed),
      unchanged: responses.filter(({ changed }) => !changed).map(({ test_id }) => test_id),
      failed: calibrated?.failed ?? [],
      cost,
      history_file: run?.history_file ?? null,
      responses_file: run?.responses_file ?? null,
    };
  }

  return {
    async calibrate(wish, signal) {
      if (closing.signal.aborted)
        throw new Refusal({
          status: 503,
          code: "closing",
          message: "The server is stopping.",
          remedy: "Ask again when it is back.",
        });
      if (running)
        throw new Refusal({
          status: 409,
          code: "already-running",
          message: "A calibration is going on.",
          remedy: "Wait for it.",
        });
      running = run(wish, signal);
      try {
        return await running;
      } finally {
        running = undefined;
      }
    },
    async close() {
      closing.abort();
      await running?.catch(() => {});
    },
  };
}
