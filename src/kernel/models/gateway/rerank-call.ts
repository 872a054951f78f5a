import { z } from "zod";
import { estimateTokens } from "../catalog/index.ts";
import type { Ask } from "./call.ts";
import { sdk } from "./sdk.ts";
import type { Work, WorkContext } from "./work.ts";

export type RerankAsk = Ask & { query: string; documents: readonly string[]; topN: number };
/** Best first: `index` counts in the documents that were given. */
export type RerankReply = { ranking: Array<{ index: number; score: number }> };

const stored = z.object({ ranking: z.array(z.object({ index: z.number().int(), score: z.number() })) });

/** A dedicated reranking model. (A language model that reranks is an object call.) */
export function rerankWork(ask: RerankAsk, { models }: WorkContext): Work<RerankReply> {
  const { model, query, documents, topN } = ask;
  return {
    facts: { kind: "rerank", model: model.label, query, documents, topN },
    inputTokens:
      documents.reduce((sum, text) => sum + estimateTokens(text), 0) +
      estimateTokens(query) * documents.length,
    largest: estimateTokens(query) + Math.max(0, ...documents.map(estimateTokens)),
    prepare: () => Promise.all([sdk(), models.reranking(model)]),
    perform: async (_attempt, signal) => {
      const { rerank } = await sdk();
      const { ranking, response } = await rerank({
        model: await models.reranking(model),
        query,
        documents: [...documents],
        topN,
        maxRetries: 0,
        abortSignal: signal,
      });
      return {
        stored: { ranking: ranking.map(({ originalIndex, score }) => ({ index: originalIndex, score })) },
        usage: { input: countedTokens(response.body), output: 0 },
        outputText: "",
      };
    },
    read: (value) => stored.parse(value),
  };
}

/** The SDK's rerank result has no usage; Voyage's response body does. */
function countedTokens(body: unknown): number | undefined {
  const tokens = (body as { usage?: { total_tokens?: unknown } } | undefined)?.usage?.total_tokens;
  return typeof tokens === "number" && tokens > 0 ? tokens : undefined;
}
