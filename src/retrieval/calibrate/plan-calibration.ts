/** Which tests a calibration asks about, and what that may cost. */
import type { CalibrateResult, CalibrationScope, SemanticTest } from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { affectedTests } from "./affected-tests.ts";
import { calibrationInstructions, calibrationMessage, type CalibrateOptions } from "./ask-calibrator.ts";

export type CalibrationSelection = {
  scope: CalibrationScope;
  testIds?: readonly string[];
  addedEntities?: readonly string[];
};

type Plan = Pick<CalibrateResult, "affected" | "never_calibrated"> & { tests: SemanticTest[] };

export function planCalibration(
  { scope, testIds = [], addedEntities = [] }: CalibrationSelection,
  {
    tests,
    kb,
    expectations,
  }: { tests: readonly SemanticTest[]; kb: Kb; expectations: ReadonlyMap<string, Resolved> },
): Plan {
  const never_calibrated = tests.filter(({ test_id }) => !expectations.get(test_id)?.lookedAtOn).length;
  const unknown = addedEntities.find((id) => !kb.byId.has(id));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option: "addedEntities",
      message:
        `The knowledge base has no "${unknown}". ${suggestion(unknown, [...kb.byId.keys()])}`.trimEnd(),
      remedy: `Check ${optionText("addedEntities")}.`,
    });
  if (scope === "full") return { tests: [...tests], affected: [], never_calibrated };
  if (scope === "single") return { tests: named(tests, testIds), affected: [], never_calibrated };
  const affected = affectedTests({ tests, expectations, added: addedEntities, kb });
  const ids = new Set(affected.map(({ test_id }) => test_id));
  return { tests: tests.filter(({ test_id }) => ids.has(test_id)), affected, never_calibrated };
}

function named(all: readonly SemanticTest[], ids: readonly string[]): SemanticTest[] {
  if (ids.length === 0)
    throw new HarnessError({
      code: "missing-option",
      option: "testIds",
      message: `${optionText("scope", "single")} needs at least one test.`,
      remedy: `Name it: ${optionText("testIds", "V2-GR-001")}.`,
    });
  const known = all.map(({ test_id }) => test_id);
  return [...new Set(ids)].map((id) => {
    const found = all.find(({ test_id }) => test_id === id);
    if (!found)
      throw new HarnessError({
        code: "unknown-name",
        option: "testIds",
        message: `Unknown semantic test "${id}". ${suggestion(id, known)}`.trimEnd(),
        remedy: `Check ${optionText("testIds")}.`,
      });
    return found;
  });
}

/** Tokens of an answer: a few ids, or many and much reasoning. */
const OUTPUT = { low: 150, high: 700 };

export function estimateCalibration(
  { kb, tests }: Pick<CalibrateOptions, "kb" | "tests">,
  { price }: ResolvedModel,
): CalibrateResult["estimate"] {
  const kbTokens = estimateTokens(calibrationInstructions(kb));
  const sum = (output: number, isCached: boolean) =>
    price === undefined
      ? null
      : tests.reduce((total, test, index) => {
          const input = kbTokens + estimateTokens(calibrationMessage(test));
          const cache = isCached && price.cacheWrite !== undefined ? kbTokens : 0;
          const part = index === 0 ? { cacheWrite: cache } : { cacheRead: cache };
          return total + costOf({ input, ...part, output }, price).cost;
        }, 0);
  return {
    kb_tokens: kbTokens,
    low: sum(OUTPUT.low, true),
    high: sum(OUTPUT.high, true),
    uncached: sum(OUTPUT.high, false),
  };
}
