import type { Gateway, ResolvedModel } from "../../../kernel/models/index.ts";

/** As many texts as vendors take in one request. */
const BATCH = 96;

/** Messages are embedded many at a time, ahead of the reranker, which is slower; and in the bank's order, so that a resumed run asks the same again. */
export function queryEmbeddings({
  gateway,
  embedder,
  signal,
}: {
  gateway: Gateway;
  embedder: ResolvedModel;
  signal?: AbortSignal;
}) {
  const known = new Map<string, { batch: Promise<Float32Array[]>; at: number }>();
  const embed = async (call: string, values: readonly string[]) =>
    (await gateway.embed({ call, role: "embedder", model: embedder, values, purpose: "query", signal }))
      .vectors;

  return {
    prepare(messages: readonly string[]): void {
      const texts = [...new Set(messages)];
      for (let start = 0; start < texts.length; start += BATCH) {
        const values = texts.slice(start, start + BATCH);
        const batch = embed(`queries/${start / BATCH}`, values);
        // Whoever asks for one of them is told of the failure; until then it is nobody's.
        batch.catch(() => {});
        for (const [at, text] of values.entries()) known.set(text, { batch, at });
      }
    },
    async vectorOf(message: string, testId: string): Promise<Float32Array> {
      const prepared = known.get(message);
      return prepared
        ? (await prepared.batch)[prepared.at]!
        : (await embed(`test/${testId}/embed`, [message]))[0]!;
    },
  };
}
