/** Voyage's embeddings and reranking: vectors and scores depend only on the text, so that tests can identify them. */
import type { Counted } from "./wire-formats.ts";

type Asked = { path: string; body: Record<string, unknown> };

export function voyageAnswer({ path, body }: Asked): { body: object; counted: Counted } | undefined {
  if (path === "/v1/embeddings") {
    const texts = body.input as string[];
    const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
    return {
      counted: { input: tokens, output: 0 },
      body: {
        object: "list",
        model: body.model,
        data: texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
        usage: { total_tokens: tokens },
      },
    };
  }
  if (path === "/v1/rerank") {
    const { query, documents, top_k: top } = body as { query: string; documents: string[]; top_k: number };
    const tokens = documents.reduce((sum, text) => sum + tokensOf(text) + tokensOf(query), 0);
    const ranked = documents
      .map((text, index) => ({ index, relevance_score: scoreOf(query, text) }))
      .sort((a, b) => b.relevance_score - a.relevance_score);
    return {
      counted: { input: tokens, output: 0 },
      body: {
        object: "list",
        model: body.model,
        data: ranked.slice(0, top),
        usage: { total_tokens: tokens },
      },
    };
  }
  return undefined;
}

/** Exact in 32 bits: what comes back can be compared with equality. */
export const vectorOf = (text: string): number[] => [
  text.length,
  text.charCodeAt(0) || 0,
  text.charCodeAt(text.length - 1) || 0,
  0.5,
];

const tokensOf = (text: string): number => 3 + text.length;

/** The share of the query's words that the text has. */
function scoreOf(query: string, text: string): number {
  const words = query.split(" ");
  return words.filter((word) => text.includes(word)).length / words.length;
}
