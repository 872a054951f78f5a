/** Which tests a calibration asks about, and what that may cost. */
import type {
  CalibrationEstimate,
  CalibrationPlan,
  CalibrationScope,
  SemanticTest,
} from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { costOf, estimateTokens, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Banks } from "../banks.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import { CANDIDATES, TOP_K } from "../mechanisms/index.ts";
import { builtInTarget } from "../target/index.ts";
import { affectedTests } from "./affected-tests.ts";
import { calibrationInstructions, calibrationMessage } from "./ask-calibrator.ts";

export type CalibrationSelection = {
  scope: CalibrationScope;
  testIds?: readonly string[];
  addedEntities?: readonly string[];
};

type PlanOptions = {
  banks: Banks;
  kb: Kb;
  expectations: ReadonlyMap<string, Resolved>;
  gateway: Gateway;
  embedder: ResolvedModel;
  signal?: AbortSignal;
};

export async function planCalibration(
  { scope, testIds = [], addedEntities = [] }: CalibrationSelection,
  { banks, kb, expectations, gateway, embedder, signal }: PlanOptions,
): Promise<CalibrationPlan> {
  const all = banks.semantic ?? [];
  const neverLookedAt = all.filter(({ test_id }) => !expectations.get(test_id)?.lookedAtOn).length;
  const unknown = addedEntities.find((id) => !kb.byId.has(id));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option: "addedEntities",
      message:
        `The knowledge base has no "${unknown}". ${suggestion(unknown, [...kb.byId.keys()])}`.trimEnd(),
      remedy: `Check ${optionText("addedEntities")}.`,
    });
  if (scope === "full") return { tests: [...all], affected: [], neverLookedAt };
  if (scope === "single") return { tests: named(all, testIds), affected: [], neverLookedAt };
  const neighbours = await nearest(all, { kb, rules: banks.rules, gateway, embedder, signal });
  const affected = affectedTests({
    tests: all,
    expectations,
    added: addedEntities,
    kb,
    rules: banks.rules,
    neighbours,
  });
  const ids = new Set(affected.map(({ testId }) => testId));
  return { tests: all.filter(({ test_id }) => ids.has(test_id)), affected, neverLookedAt };
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

/** The entities near each message, by the pipeline's own first stage. The reranker is not asked. */
async function nearest(
  tests: readonly SemanticTest[],
  {
    kb,
    rules,
    gateway,
    embedder,
    signal,
  }: Omit<PlanOptions, "banks" | "expectations"> & { rules: Banks["rules"] },
): Promise<Map<string, string[]>> {
  const offline = { ...embedder, provider: "house" as const };
  const target = builtInTarget({ kb, rules, gateway, embedder, reranker: offline, signal });
  target.prepare?.(tests.map(({ prompt }) => prompt));
  return new Map(
    await Promise.all(
      tests.map(async ({ test_id, prompt, user_state }): Promise<[string, string[]]> => {
        const found = await target.semantic?.({
          test_id,
          message: prompt,
          user_state,
          top_k: TOP_K,
          candidates: CANDIDATES,
        });
        return [test_id, (found?.candidates ?? []).slice(0, CANDIDATES).map(({ entity_id }) => entity_id)];
      }),
    ),
  );
}

/** Tokens of an answer: a few ids, or many and much reasoning. */
const OUTPUT = { low: 150, high: 700 };

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
