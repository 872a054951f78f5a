/** What the calls of the built-in pipeline may cost: its texts are known beforehand, the candidates of each question are not. */
import { z } from "zod";
import type { KbEntity, SemanticTest } from "../../contract/index.ts";
import { estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { pricedCalls, type CallsEstimate } from "../calls-estimate.ts";
import { entityText, type Kb } from "../kb.ts";
import { CANDIDATES, TOP_K } from "../mechanisms/index.ts";
import { described, rerankAsked, semanticOnes } from "./built-in-target.ts";
import { BATCH } from "./embeddings.ts";

type Asked = {
  kb: Kb;
  tests: ReadonlyArray<Pick<SemanticTest, "prompt">>;
  embedder: ResolvedModel;
  reranker: ResolvedModel;
  topK?: number | undefined;
  candidates?: number | undefined;
};

type PipelineCalls = CallsEstimate & { role: "embedder" | "reranker"; model: string };

/** Models of the house call nobody. */
export const estimatePipeline = (asked: Asked): PipelineCalls[] => [
  ...(asked.embedder.provider === "house" ? [] : [embedding(asked)]),
  ...(asked.reranker.provider === "house" ? [] : [reranking(asked)]),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const both = (number: number) => ({ low: number, high: number });

function embedding({ kb, tests, embedder }: Asked): PipelineCalls {
  const documents = semanticOnes(kb).map(entityText);
  const questions = [...new Set(tests.map(({ prompt }) => prompt))];
  const calls = Math.ceil(documents.length / BATCH) + Math.ceil(questions.length / BATCH);
  const input = both(sum([...documents, ...questions].map(estimateTokens)));
  return {
    role: "embedder",
    model: embedder.label,
    ...pricedCalls({ calls, input, output: both(0) }, embedder.price),
  };
}

/** From the shortest entries of the knowledge base to the longest ones. */
function reranking({ kb, tests, reranker, topK = TOP_K, candidates = CANDIDATES }: Asked): PipelineCalls {
  const entities = semanticOnes(kb).toSorted((a, b) => described(a).length - described(b).length);
  const sent = { low: entities.slice(0, candidates), high: entities.slice(-candidates) };
  const calls = sent.low.length === 0 ? 0 : tests.length;
  const at = (end: "low" | "high") => ({
    input: calls === 0 ? 0 : sum(tests.map(({ prompt }) => inputOf(sent[end], prompt, { reranker, topK }))),
    output: calls * outputOf(sent[end], end === "low" ? 1 : topK, reranker),
  });
  const [low, high] = [at("low"), at("high")];
  return {
    role: "reranker",
    model: reranker.label,
    ...pricedCalls(
      {
        calls,
        input: { low: low.input, high: high.input },
        output: { low: low.output, high: high.output },
      },
      reranker.price,
    ),
  };
}

function inputOf(
  entities: readonly KbEntity[],
  message: string,
  { reranker, topK }: { reranker: ResolvedModel; topK: number },
): number {
  if (reranker.kind === "reranking") return sum([message, ...entities.map(described)].map(estimateTokens));
  const { instructions, messages, schema } = rerankAsked({ entities, message, topK });
  const format = JSON.stringify(z.toJSONSchema(schema, { io: "input" }));
  return sum([instructions, format, ...messages.map(({ content }) => content)].map(estimateTokens));
}

/** The answer is a list of ids. */
const outputOf = (entities: readonly KbEntity[], kept: number, { kind }: ResolvedModel): number =>
  kind === "reranking"
    ? 0
    : estimateTokens(
        JSON.stringify({ selections: entities.slice(0, kept).map(({ entity_id }) => entity_id) }),
      );
