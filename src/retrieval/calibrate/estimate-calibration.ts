import type { SemanticTest } from "../../contract/index.ts";
import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Kb } from "../kb/index.ts";
import { calibrationInstructions, calibrationMessage } from "./calibration-prompt.ts";

/** What an answer takes: a few ids, or many and much reasoning. */
const OUTPUT = { low: 150, high: 700 };
/** Where a vendor's cache does not hold, every call pays for the knowledge base. */
export type CalibrationEstimate = {
  tests: number;
  kbTokens: number;
  low: number | null;
  high: number | null;
  uncached: number | null;
};

export function estimateCalibration({
  kb,
  tests,
  model,
}: {
  kb: Kb;
  tests: readonly SemanticTest[];
  model: ResolvedModel;
}): CalibrationEstimate {
  const kbTokens = estimateTokens(calibrationInstructions(kb));
  const { price } = model;
  const messages = tests.map((test) => estimateTokens(calibrationMessage(test)));
  const sum = (output: number, cached: boolean) =>
    price === undefined
      ? null
      : messages.reduce((total, tokens, index) => {
          const prefix =
            !cached || price.cacheWrite === undefined
              ? { input: tokens + kbTokens }
              : index === 0
                ? { input: tokens + kbTokens, cacheWrite: kbTokens }
                : { input: tokens + kbTokens, cacheRead: kbTokens };
          return total + costOf({ ...prefix, output }, price).cost;
        }, 0);
  return {
    tests: tests.length,
    kbTokens,
    low: sum(OUTPUT.low, true),
    high: sum(OUTPUT.high, true),
    uncached: sum(OUTPUT.high, false),
  };
}
