import { patternRules, type KbEntity, type PatternRules } from "../../../contract/index.ts";
import { localPriceNotes, type Gateway, type ResolvedModel } from "../../../kernel/models/index.ts";
import type { Kb } from "../../kb/index.ts";
import {
  alwaysLoaded,
  createPatternMatcher,
  handlersFor,
  type PatternMatcher,
} from "../../mechanisms/index.ts";
import { CANDIDATES, RECORDED, TOP_K, type Target } from "../target.ts";
import { lexicalReranker } from "./lexical-reranker.ts";
import { queryEmbeddings } from "./query-embeddings.ts";
import { rerankByModel } from "./rerank-by-model.ts";
import { vectorIndex, type VectorIndex } from "./vector-index.ts";

export type BuiltInOptions = {
  kb: Kb;
  rules: PatternRules | undefined;
  gateway: Gateway;
  embedder: ResolvedModel;
  reranker: ResolvedModel;
  topK?: number;
  candidates?: number;
  /** Earlier answers to identical requests will do. */
  cached?: boolean;
  signal?: AbortSignal;
};

/** The reference pipeline over a folder of Markdown: embed, take the nearest, rerank; and the rules for the other three mechanisms. */
export function builtInTarget(options: BuiltInOptions): Target {
  const { kb, rules, embedder, reranker, topK = TOP_K, candidates = CANDIDATES } = options;
  const offline = reranker.provider === "house";
  return {
    facts: {
      name: offline ? "built-in, offline" : "built-in",
      kind: "built-in",
      embedder: embedder.label,
      reranker: offline ? "house/lexical" : reranker.label,
      topK,
      candidates,
      notes: [
        ...(embedder.provider === "house" || offline
          ? [
              "Offline models stood in for the real ones: the semantic scores say how the bank and the pipeline work, not how well production retrieves.",
            ]
          : []),
        ...localPriceNotes([embedder, reranker]),
      ],
    },
    ...semanticPipeline({ ...options, topK, candidates }),
    ...builtInRules({ kb, rules: rules ?? patternRules.parse({}) }),
  };
}

/** What stands in for a foreign target that leaves it out; its retrieval nothing of ours could stand in for. What is always loaded is in a knowledge base, and what matches is in rules. */
export function builtInRules({
  kb,
  rules,
}: {
  kb: Kb | undefined;
  rules: PatternRules | undefined;
}): Pick<Target, "handlers" | "match" | "always"> {
  // Compiled when first asked for: a broken rule is no business of the other banks.
  let matcher: PatternMatcher | undefined;
  return {
    handlers: async ({ userState }) => handlersFor(userState),
    ...(rules && { match: async ({ message }) => (matcher ??= createPatternMatcher(rules)).match(message) }),
    ...(kb && {
      always: async ({ userType, userState }) => alwaysLoaded(kb.entities, { userType, state: userState }),
    }),
  };
}

function semanticPipeline({
  kb,
  gateway,
  embedder,
  reranker,
  topK,
  candidates,
  cached = false,
  signal,
}: BuiltInOptions & { topK: number; candidates: number }): Required<Pick<Target, "prepare" | "retrieve">> {
  const entities = kb.entities.filter(({ load_mode }) => load_mode === "SEMANTIC");
  const lexical = reranker.provider === "house" ? lexicalReranker(entities) : undefined;
  const queries = queryEmbeddings({ gateway, embedder, signal });
  let index: Promise<VectorIndex> | undefined;

  async function embedKb(): Promise<VectorIndex> {
    const { vectors } = await gateway.embed({
      call: "kb/embed",
      role: "embedder",
      model: embedder,
      values: entities.map(embedded),
      purpose: "document",
      signal,
    });
    return vectorIndex(entities.map(({ entity_id }, at) => ({ id: entity_id, vector: vectors[at]! })));
  }

  return {
    prepare: queries.prepare,
    async retrieve({ testId, message }) {
      const [near, vector] = await Promise.all([(index ??= embedKb()), queries.vectorOf(message, testId)]);
      const found = near.nearest(vector, Math.max(RECORDED, candidates));
      const sent = found.slice(0, candidates);
      const chosen = { message, candidates: sent, topK };
      const selections = lexical
        ? lexical(message, sent, topK)
        : await rerankByModel({
            ...chosen,
            gateway,
            model: reranker,
            call: `test/${testId}/rerank`,
            entityOf: (id) => kb.byId.get(id)!,
            reuse: cached,
            signal,
          });
      return { selections, candidates: found };
    },
  };
}

/** What an entity is found by. */
const embedded = ({ title, summary, content }: KbEntity): string => `${title}\n${summary}\n\n${content}`;
