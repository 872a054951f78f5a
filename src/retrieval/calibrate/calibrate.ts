import type { CalibrationResponse, CalibrationScope, SemanticTest } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  ContextExceededError,
  InvalidReplyError,
  ProviderFailure,
  type Gateway,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { justExpectations, sameExpectations, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";
import { calibrationInstructions, calibrationMessage, calibrationReply } from "./calibration-prompt.ts";

export type CalibrateOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  kb: Kb;
  tests: readonly SemanticTest[];
  expectations: ReadonlyMap<string, Resolved>;
  signal?: AbortSignal;
  onTest?: (
    response: CalibrationResponse | { test_id: string; failed: string },
    progress: { done: number; total: number },
  ) => void;
};

export type Calibrated = {
  scope?: CalibrationScope;
  responses: CalibrationResponse[];
  failed: Array<{ test_id: string; message: string }>;
};

/** Asks the calibrator about each test. What it cannot answer stays as it was, and is told. */
export async function calibrate({
  gateway,
  model,
  kb,
  tests,
  expectations,
  signal,
  onTest,
}: CalibrateOptions): Promise<Calibrated> {
  const instructions = calibrationInstructions(kb);
  const schema = calibrationReply(kb);
  const responses: CalibrationResponse[] = [];
  const failed: Calibrated["failed"] = [];
  const say = (news: Parameters<NonNullable<typeof onTest>>[0]) =>
    onTest?.(news, { done: responses.length + failed.length, total: tests.length });

  async function ask(test: SemanticTest): Promise<void> {
    const { expectations: previous, source } = expectations.get(test.test_id)!;
    try {
      const { object, model: answered } = await gateway.object({
        call: `calibrate/${test.test_id}`,
        role: "calibrator",
        model,
        instructions,
        cacheInstructions: true,
        messages: [{ role: "user", content: calibrationMessage(test) }],
        schema,
        temperature: 0,
        // A dry run has been paid for: applying it asks the same, and need not pay again.
        reuse: true,
        signal,
      });
      const proposed = justExpectations(object);
      const response = {
        test_id: test.test_id,
        model: `${model.provider}/${answered}`,
        prompt: test.prompt,
        previous,
        previous_source: source,
        proposed,
        reasoning: object.reasoning,
        changed: !sameExpectations(previous, proposed),
      };
      responses.push(response);
      say(response);
    } catch (error) {
      if (!isTheirs(error)) throw error;
      failed.push({ test_id: test.test_id, message: error.message });
      say({ test_id: test.test_id, failed: error.message });
    }
  }

  // The first alone: it writes the cache that all others read.
  const [first, ...rest] = tests;
  if (first) await ask(first);
  await Promise.all(rest.map(ask));
  const order = new Map(tests.map(({ test_id }, index) => [test_id, index]));
  return { responses: responses.toSorted((a, b) => order.get(a.test_id)! - order.get(b.test_id)!), failed };
}

const isTheirs = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure && error.exit === 3) ||
  error instanceof InvalidReplyError ||
  error instanceof ContextExceededError;
