/** A request longer than the model's context: every vendor's own wording leads to the same error. */
import { expect, test } from "vitest";
import { refuses, sends, type Answer } from "../loopback/loopback-provider.ts";
import { openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked } from "./provider-cases.ts";

const tooLong: Array<[model: string, answer: Answer]> = [
  ["opus-4.5", refuses(400, { message: "prompt is too long: 210416 tokens > 200000 maximum" })],
  [
    "opus-4.5",
    refuses(400, {
      message:
        "input length and `max_tokens` exceed context limit: 199000 + 4000 > 200000, decrease input length",
    }),
  ],
  ["opus-4.5", refuses(413, { message: "Request exceeds the maximum size" })],
  [
    "grok",
    refuses(400, {
      message: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    }),
  ],
  [
    "deepseek",
    refuses(400, {
      message: "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens.",
    }),
  ],
  [
    "qwen",
    refuses(400, {
      message: "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
    }),
  ],
  [
    "kimi-k2",
    refuses(400, {
      message: "Invalid request: Your request exceeded model token limit: 262144 (requested: 271000)",
    }),
  ],
  [
    "gpt-4o-mini",
    refuses(400, {
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
    }),
  ],
  // The message alone does not show it.
  [
    "gpt-4o-mini",
    sends(
      '{"error":{"message":"Bad input.","type":"invalid_request_error","code":"context_length_exceeded"}}',
      {
        status: 400,
      },
    ),
  ],
  [
    "openrouter/anthropic/claude-opus-4.5",
    refuses(400, {
      message:
        "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens",
    }),
  ],
  [
    "openrouter/anthropic/claude-opus-4.5",
    sends(
      '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"message\\":\\"prompt is too long: 210416 tokens\\"}"}}}',
      { status: 400 },
    ),
  ],
  [
    "local/llama3.2",
    sends(
      '{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size","type":"exceed_context_size_error"}}',
      { status: 400 },
    ),
  ],
  [
    "local/llama3.2",
    sends('{"error":{"message":"input length exceeds the context length"}}', { status: 500 }),
  ],
];

test.concurrent.for(tooLong)(
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
