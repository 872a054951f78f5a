/** Requests for embeddings. */
import { z } from "zod";
import { estimateTokens } from "../../catalog/index.ts";
import { providers } from "../../providers/index.ts";
import type { AnswerCache } from "../layers/reuse-layer.ts";
import type { Ask, GatewayRequest, RequestContext } from "../call.ts";
import { requestHash } from "../request-hash.ts";
import { sdk } from "./generate.ts";

export type EmbedAsk = Ask & {
  values: readonly string[];
  /** Vendors embed queries and documents differently. */
  purpose: "query" | "document";
};
export type EmbedReply = {
  vectors: Float32Array[];
  reused: number;
};

/** Vectors are kept as 32-bit floats in base64: a third of their size as JSON numbers, and the same live as resumed. */
const storedVectors = z.object({ vectors: z.array(z.string()), reused: z.number() });

/** Embeddings are cached across runs by text: the same text with the same model is never paid for twice. */
export function embedRequest(
  ask: EmbedAsk,
  { models, answers, at }: RequestContext & { answers?: AnswerCache; at?: string },
): GatewayRequest<EmbedReply> {
  const { model, values, purpose } = ask;
  const keys = values.map((text) =>
    requestHash({ kind: "embedding", model: model.label, at, purpose, text }),
  );
  const known = keys
    .map((key) => answers?.get(model.label, key))
    .map((vector) => (typeof vector === "string" ? vector : undefined));
  const missing = [...keys.keys()].filter((index) => known[index] === undefined);

  return {
    facts: { kind: "embed", model: model.label, purpose, texts: values },
    inputTokens: missing.reduce((sum, index) => sum + estimateTokens(values[index]!), 0),
    largest: Math.max(0, ...values.map(estimateTokens)),
    prepare: () => Promise.all([sdk(), models.embedding(model)]),
    perform: async (_attempt, signal) => {
      const { embedMany } = await sdk();
      const options = providers[model.provider].embeddingOptions;
      const { embeddings, usage } = await embedMany({
        model: await models.embedding(model),
        values: missing.map((index) => values[index]!),
        maxRetries: 0,
        abortSignal: signal,
        providerOptions: options && { [model.provider]: options(purpose) },
      });
      missing.forEach((index, position) => {
        const vector = encode(embeddings[position]!);
        known[index] = vector;
        answers?.put(model.label, keys[index]!, vector);
      });
      // 0 and NaN both stand for "not counted".
      const input = usage.tokens || undefined;
      return {
        stored: { vectors: known, reused: values.length - missing.length },
        usage: { input, output: 0 },
        outputText: "",
      };
    },
    read: (value) => {
      const { vectors, reused } = storedVectors.parse(value);
      return { vectors: vectors.map(decode), reused };
    },
    ready: missing.length === 0 ? { vectors: known, reused: values.length } : undefined,
  };
}

/**
 * Providers limit the texts and the tokens of one request; each part is a call of its own, kept if a later one fails.
 */
const MOST_TEXTS = 96;
const MOST_TOKENS = 50_000;

export function embedParts(ask: EmbedAsk): EmbedAsk[] {
  const parts: string[][] = [[]];
  let tokens = 0;
  for (const value of ask.values) {
    const size = estimateTokens(value);
    const part = parts.at(-1)!;
    if (part.length === MOST_TEXTS || (part.length > 0 && tokens + size > MOST_TOKENS)) {
      parts.push([]);
      tokens = 0;
    }
    parts.at(-1)!.push(value);
    tokens += size;
  }
  return parts.length === 1
    ? [ask]
    : parts.map((values, index) => ({ ...ask, values, call: `${ask.call}/part/${index}` }));
}

const encode = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString("base64");

function decode(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
