/** A request longer than the model's context: every vendor's own wording leads to the same error. */
import { expect, test } from "vitest";
import { refuses, sends } from "../loopback/loopback-provider.ts";
import { openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked } from "./provider-cases.ts";

const tooLong: Array<[model: string, said: string, status?: number]> = [
  ["opus-4.5", "prompt is too long: 210416 tokens > 200000 maximum"],
  ["opus-4.5", "input length and `max_tokens` exceed context limit: 199000 + 4000 > 200000"],
  ["opus-4.5", "Request exceeds the maximum size", 413],
  ["grok", "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
  ["deepseek", "This model's maximum context length is 65536 tokens. However, you requested 70000."],
  ["qwen", "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]"],
  ["kimi-k2", "Invalid request: Your request exceeded model token limit: 262144 (requested: 271000)"],
  ["gpt-4o-mini", "Your input exceeds the context window of this model. Please adjust your input."],
  ["openrouter/anthropic/claude-opus-4.5", "This endpoint's maximum context length is 131072 tokens."],
];

/** The message alone does not show it. */
const inOtherFields: Array<[model: string, error: object, status: number]> = [
  ["gpt-4o-mini", { message: "Bad input.", code: "context_length_exceeded" }, 400],
  [
    "openrouter/anthropic/claude-opus-4.5",
    { message: "Provider returned error", code: 400, metadata: { raw: "prompt is too long: 210416 tokens" } },
    400,
  ],
  ["local/llama3.2", { message: "It is too much.", type: "exceed_context_size_error" }, 400],
  ["local/llama3.2", { message: "input length exceeds the context length" }, 500],
];

const answers = [
  ...tooLong.map(([model, message, status = 400]) => [model, refuses(status, { message })] as const),
  ...inOtherFields.map(
    ([model, error, status]) => [model, sends(JSON.stringify({ error }), { status })] as const,
  ),
];

test.concurrent.for(answers)(
  "%s: a request too long for the context is sent once: %o",
  async ([model, answer]) => {
    await using at = await openLoopbackRun();
    at.provider.answers(answer);
    await expect(at.run.gateway.text(asked(at, { model }))).rejects.toMatchObject({
      code: "context-exceeded",
      exit: 3,
      message: expect.stringContaining("The request is too long for"),
    });
    expect(at.provider.log).toHaveLength(1);
    expect(at.attempts()).toMatchObject([{ billing: "none", cost: 0, error: { code: "context-exceeded" } }]);
  },
);

test.concurrent.for([
  [refuses(429, { message: "Too many tokens: please reduce the length of the messages." }), "rate-limited"],
  [refuses(400, { message: "Range of max_tokens should be [1, 8192]" }), "bad-request"],
  [refuses(400, { message: "temperature is too long a word" }), "bad-request"],
] as const)("another refusal is not mistaken for it: %o", async ([answer, code]) => {
  await using at = await openLoopbackRun();
  at.provider.answers(answer);
  await expect(at.run.gateway.text(asked(at, { model: "qwen" }))).rejects.toMatchObject({ code });
});
