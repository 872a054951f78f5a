import { cosineSimilarity, embedMany } from "ai";
import { expect, test } from "vitest";
import { sentenceEmbeddingModel } from "./index.ts";

const model = sentenceEmbeddingModel();

test("similar texts are closer than unrelated ones, and tokens are counted", async () => {
  const values = [
    "How do I reset my password?",
    "I want to reset the password of my account",
    "Which trains run to Lyon on Sunday?",
    "I feel anxious before exams",
    "exam anxiety",
    "monthly invoice totals",
  ];
  const { embeddings, usage } = await embedMany({ model, values, maxRetries: 0 });
  for (const [text, near, far] of [embeddings.slice(0, 3), embeddings.slice(3)])
    expect(cosineSimilarity(text!, near!)).toBeGreaterThan(cosineSimilarity(text!, far!) + 0.1);
  expect(usage.tokens).toBe(values.reduce((sum, value) => sum + Math.ceil(value.length / 4), 0));
});

test("an aborted call ends with the signal's reason", async () => {
  const reason = new Error("enough");
  await expect(model.doEmbed({ values: ["a"], abortSignal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
