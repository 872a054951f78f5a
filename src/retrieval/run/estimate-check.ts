/** What a check may cost: its texts are known before the first call, the candidates and answers are not. */
import type { SemanticTest } from "../../contract/index.ts";
import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { readingTokens } from "../answers/index.ts";
import { countTests } from "../banks.ts";
import { entityText, type Kb } from "../kb.ts";
import { CANDIDATES, TOP_K } from "../mechanisms/index.ts";
import { described, rerankAsked, semanticOnes } from "../target/index.ts";
import type { CheckPlan, CheckRequest } from "./plan-check.ts";

type Tokens = { input: number; output: number };
/** Of all calls of a role together. */
type Calls = { calls: number; low: Tokens; high: Tokens };

export type CheckEstimate = {
  /** One attempt of each test, by role, in USD. Null: the price is unknown. */
  models: Array<{ role: string; model: string; calls: number; usd: { low: number; high: number } | null }>;
  /** Of the models with a known price. */
  known: { low: number; high: number };
  /** Models without a known price. */
  unpriced: string[];
  /** The system under test, if it is not ours: what its answers cost is not known. */
  outside?: string | undefined;
  /** The same in words. */
  notes: string[];
};

export function estimateCheck(
  { banks, kb, called, target, kind }: CheckPlan,
  { topK = TOP_K, candidates = CANDIDATES }: Pick<CheckRequest, "topK" | "candidates">,
): CheckEstimate {
  const tests = banks.semantic ?? [];
  const callsOf = {
    embedder: () => embedding(kb!, tests),
    reranker: () => reranking(kb!, tests, { topK, candidates }),
    reader: () => readingTokens(tests),
  };
  // Models of the house call nobody.
  const models = called
    .filter(({ model }) => model.provider !== "house")
    .map(({ role, model }) => {
      const asked = callsOf[role]();
      return { role, model: model.label, calls: asked.calls, usd: priceOf(asked, model) };
    });
  const total = (end: "low" | "high") => models.reduce((sum, { usd }) => sum + (usd?.[end] ?? 0), 0);
  const isOurs = kind === "built-in";
  return {
    models,
    known: { low: total("low"), high: total("high") },
    unpriced: models.filter(({ usd }) => usd === null).map(({ model }) => model),
    outside: isOurs ? undefined : target,
    notes: isOurs
      ? models.length === 0
        ? ["No model with a price is called: no cost."]
        : []
      : [`${target} is asked about ${counted(countTests(banks), "test")}. It has no price here.`],
  };
}

/** Call by call: a vendor's price may depend on the length of a request. */
function priceOf({ calls, low, high }: Calls, { price }: ResolvedModel) {
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
  if (entities.length === 0) return { calls: 0, low: NOTHING, high: NOTHING };
  const { instructions } = rerankAsked({ entities: entities.slice(0, 1), message: "", topK });
  const id = tokensOf(entities.map(({ entity_id }) => entity_id)) / entities.length;
  // The model also gets each id twice: in the list, and in the schema of its answer.
  const entry = tokensOf(entities.map(described)) / entities.length + 2 * id;
  const each = Math.min(candidates, entities.length) * entry + estimateTokens(instructions);
  const input = tokensOf(tests.map(({ prompt }) => prompt)) + tests.length * each;
  return {
    calls: tests.length,
    low: { input: SPREAD.low * input, output: tests.length * id },
    high: { input: SPREAD.high * input, output: tests.length * topK * id },
  };
}

const NOTHING: Tokens = { input: 0, output: 0 };
