import type { CalibrationScope, SemanticTest } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { Gateway, ResolvedModel } from "../../kernel/models/index.ts";
import type { Banks } from "../bank/index.ts";
import type { Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";
import { builtInTarget, CANDIDATES } from "../target/index.ts";
import { affectedTests, type Affected } from "./affected-tests.ts";

export type CalibrationWish = {
  scope: CalibrationScope;
  testIds?: readonly string[];
  addedEntities?: readonly string[];
};

export type CalibrationPlan = {
  tests: SemanticTest[];
  /** Why each is looked at, where only the affected are. */
  affected: Affected[];
  /** Tests that were never calibrated: what changed since is not known for them. */
  neverLookedAt: number;
};

export type PlanOptions = {
  banks: Banks;
  kb: Kb;
  expectations: ReadonlyMap<string, Resolved>;
  gateway: Gateway;
  embedder: ResolvedModel;
  signal?: AbortSignal;
};

/** Which tests a calibration looks at. */
export async function planCalibration(
  { scope, testIds = [], addedEntities = [] }: CalibrationWish,
  { banks, kb, expectations, gateway, embedder, signal }: PlanOptions,
): Promise<CalibrationPlan> {
  const all = banks.semantic ?? [];
  const neverLookedAt = all.filter(({ test_id }) => !expectations.get(test_id)?.lookedAtOn).length;
  const unknown = addedEntities.find((id) => !kb.byId.has(id));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-entity",
      message: [`The knowledge base has no "${unknown}".`, suggestion(unknown, [...kb.byId.keys()])]
        .filter(Boolean)
        .join(" "),
      remedy: "Check --added-entities.",
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
      code: "no-test-ids",
      message: "Which test?",
      remedy: "Name it: --scope single --test-ids V2-GR-001.",
    });
  return [...new Set(ids)].map((id) => {
    const found = all.find(({ test_id }) => test_id === id);
    if (!found)
      throw new HarnessError({
        code: "unknown-test",
        message: [
          `There is no semantic test "${id}".`,
          suggestion(
            id,
            all.map(({ test_id }) => test_id),
          ),
        ]
          .filter(Boolean)
          .join(" "),
        remedy: "Check --test-ids.",
      });
    return found;
  });
}

/** What lies near each message, by the pipeline's own first stage; the reranker is not asked. */
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
        const found = await target.retrieve?.({ testId: test_id, message: prompt, userState: user_state });
        return [test_id, (found?.candidates ?? []).slice(0, CANDIDATES).map(({ entity_id }) => entity_id)];
      }),
    ),
  );
}
