/** Voyage's embeddings: vectors depend only on the text, so that tests can identify them. */
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
