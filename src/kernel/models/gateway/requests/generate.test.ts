import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { z } from "zod";
import { createCatalog } from "../../catalog/index.ts";
import { generate } from "./generate.ts";

const none = () => Promise.reject(new Error("not scripted"));
const ask = {
  call: "turn/1/player/0",
  role: "player" as const,
  model: createCatalog({ via: "openrouter" }).resolve("haiku"),
  messages: [{ role: "user" as const, content: "Where?" }],
};
const schema = z.object({ town: z.string() });

/** One request for an object, answered as scripted. */
function generated(answer: Partial<LanguageModelV4GenerateResult>) {
  const model = new MockLanguageModelV4({
    doGenerate: {
      content: [],
      finishReason: { unified: "stop", raw: "stop" },
      usage: {
        inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 10, text: 10, reasoning: undefined },
      },
      warnings: [],
      ...answer,
    },
  });
  const made = generate({
    ask,
    models: { language: async () => model, embedding: none, reranking: none },
    maxOutput: 100,
    seed: 1,
    signal: new AbortController().signal,
    schema,
  });
  return { made, requests: model.doGenerateCalls };
}

test("reads the part of a reply that holds the object", async () => {
  const { made } = generated({
    content: [
      { type: "text", text: "Let me {think}. " },
      { type: "text", text: '{"town":"Innsmouth"}' },
    ],
    structuredOutputText: '{"town":"Innsmouth"}',
  });
  expect((await made).text).toBe('{"town":"Innsmouth"}');
});

test.each(["no JSON at all", '{"city":"Arkham"}', ""])(
  "the reply %j is passed on with its usage and its price: it was paid for",
  async (text) => {
    const { made } = generated({
      content: [{ type: "text", text }],
      providerMetadata: { openrouter: { usage: { cost: 0.0123 } } },
    });
    expect(await made).toMatchObject({ text, cost: 0.0123, usage: { input: 100, output: 10 } });
  },
);

test("every request carries the schema, retries included", async () => {
  for (let time = 0; time < 2; time++) {
    const { made, requests } = generated({ content: [{ type: "text", text: "{}" }] });
    await made;
    expect(requests[0]?.responseFormat).toMatchObject({
      type: "json",
      schema: { properties: { town: { type: "string" } }, required: ["town"] },
    });
  }
});
