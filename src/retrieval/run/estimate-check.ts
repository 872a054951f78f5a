/** What a check may cost: its texts are known before the first call, the candidates and answers are not. */
import type { SemanticTest } from "../../contract/index.ts";
import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { readingTokens } from "../answers/index.ts";
import { countTests } from "../banks.ts";
import { entityText, type Kb } from "../kb.ts";
import { CANDIDATES, TOP_K } from "../mechanisms/index.ts";
import { described, rerankAsked, semanticOnes } from "../target/index.ts";
import { OFFLINE, type CheckPlan, type CheckRequest } from "./plan-check.ts";

type Tokens = { input: number; output: number };
/** Of all calls of a role together. */
type Calls = { calls: number; low: Tokens; high: Tokens };
type RoleEstimate = Calls & {
  role: "embedder" | "reranker" | "reader";
  model: string;
  /** In USD; null if the price is unknown. */
  usd: { low: number; high: number } | null;
};

export type CheckEstimate = {
  /** One attempt of each test, by role. */
  models: RoleEstimate[];
  /** In USD, of the models with a known price. */
  known: { low: number; high: number };
  /** Models without a known price. */
  unpriced: string[];
  /** The system under test, if it is not ours: what its answers cost is not known. */
  outside?: string | undefined;
  /** The same in words. */
  notes: string[];
};

export function estimateCheck(
  { banks, kb, models: { embedder, reranker }, reader, target, kind }: CheckPlan,
  { topK = TOP_K, candidates = CANDIDATES }: Pick<CheckRequest, "topK" | "candidates">,
): CheckEstimate {
  const tests = banks.semantic ?? [];
  const isOurs = kind === "built-in";
  const models: RoleEstimate[] = [];
  const add = (role: RoleEstimate["role"], model: ResolvedModel, calls: Calls) =>
    models.push({ role, model: model.label, ...calls, usd: priceOf(calls, model) });
  // Models of the house call nobody.
  if (isOurs && kb && tests.length > 0) {
    if (embedder && embedder.provider !== "house") add("embedder", embedder, embedding(kb, tests));
    if (reranker.provider !== "house" && semanticOnes(kb).length > 0)
      add("reranker", reranker, reranking(kb, tests, { topK, candidates }));
  }
  if (reader) add("reader", reader, readingTokens(tests));
  const total = (end: "low" | "high") => models.reduce((sum, { usd }) => sum + (usd?.[end] ?? 0), 0);
  return {
    models,
    known: { low: total("low"), high: total("high") },
    unpriced: models.filter(({ usd }) => usd === null).map(({ model }) => model),
    outside: isOurs ? undefined : target,
    notes: [
      ...(isOurs
        ? []
        : [
            `${target} is asked about ${counted(countTests(banks), "test")}. ` +
              "It has no price here, so its cost is not included.",
          ]),
      ...(target === OFFLINE ? ["Offline models: no key, no cost."] : []),
      ...(target !== OFFLINE && isOurs && models.length === 0 ? ["These banks call no model: no cost."] : []),
    ],
  };
}

/** Call by call: a vendor's price may depend on the length of a request. */
function priceOf({ calls, low, high }: Calls, { price }: ResolvedModel): RoleEstimate["usd"] {
  if (price === undefined) return null;
  const cost = ({ input, output }: Tokens) =>
    calls === 0 ? 0 : calls * costOf({ input: input / calls, output: output / calls }, price).cost;
  return { low: cost(low), high: cost(high) };
}

type Tests = readonly SemanticTest[];
/** Vendors take so many texts in one request. */
const BATCH = 96;
/** Candidates are shorter or longer than the average entry. */
const SPREAD = { low: 0.8, high: 1.25 };

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text), 0);

function embedding(kb: Kb, tests: Tests): Calls {
  const texts = [...semanticOnes(kb).map(entityText), ...new Set(tests.map(({ prompt }) => prompt))];
  const tokens = { input: tokensOf(texts), output: 0 };
  return { calls: Math.ceil(texts.length / BATCH), low: tokens, high: tokens };
}

function reranking(kb: Kb, tests: Tests, { topK, candidates }: { topK: number; candidates: number }): Calls {
  const entities = semanticOnes(kb);
  const { instructions } = rerankAsked({ entities: entities.slice(0, 1), message: "", topK });
  const ids = tokensOf(entities.map(({ entity_id }) => JSON.stringify(entity_id))) / entities.length;
  // The model also gets each id twice: in the list, and in the schema of its answer.
  const entry = tokensOf(entities.map(described)) / entities.length + 2 * ids;
  const each = Math.min(candidates, entities.length) * entry + estimateTokens(instructions);
  const input = tokensOf(tests.map(({ prompt }) => prompt)) + tests.length * each;
  const chosen = tests.length * ids;
  return {
    calls: tests.length,
    low: { input: SPREAD.low * input, output: chosen },
    high: { input: SPREAD.high * input, output: topK * chosen },
  };
}
