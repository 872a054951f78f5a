/**
 * The frame of `house` models: offline, seeded, free, and in the SDK's own interface, so that they use
 * the same gateway as every other model. The member provides the words; this is everything else.
 *
 *   generateText({ model: houseLanguageModel(plainMember), prompt, providerOptions: { house: { seed: 7, call: "turn/1" } } })
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { HouseMember, HouseRequest } from "./house-member.ts";
import { createHash } from "node:crypto";
import { z } from "zod";
import { dice } from "../../dice/index.ts";

export function houseLanguageModel(member: HouseMember): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "house",
    modelId: member.name,
    // Claims every address as supported: otherwise the SDK would download files for an offline model.
    supportedUrls: { "*/*": [/.*/] },
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const request = houseRequest(member.name, options);
      const reply = await member.reply(request);
      const text = "text" in reply ? reply.text : JSON.stringify(reply.object);
      const input = countTokens(request.instructions, ...request.messages.map((message) => message.text));
      const output = countTokens(text);
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: output, text: output, reasoning: 0 },
        },
        providerMetadata: reply.truth === undefined ? undefined : { house: { truth: reply.truth } },
        warnings: [],
      };
    },
    // The gateway does not stream.
    doStream: () => Promise.reject(new Error("House models do not stream.")),
  };
}

/** The SDK's call as a house member reads it. */
function houseRequest(memberName: string, options: LanguageModelV4CallOptions): HouseRequest {
  const { role, call, stage, seed = 0 } = optionsSchema.parse(options.providerOptions?.house ?? {});
  const instructions = options.prompt
    .flatMap((message) => (message.role === "system" ? message.content : []))
    .join("\n\n");
  const messages = options.prompt.flatMap(spoken);
  const { responseFormat: format } = options;

  return {
    role,
    call,
    stage,
    seed,
    instructions,
    messages,
    // JSON without a schema: any value is valid.
    schema: format?.type === "json" ? (format.schema ?? {}) : undefined,
    dice: dice(seed, memberName, call ?? hashOf([instructions, messages])),
  };
}

const optionsSchema = z.object({
  role: z.string().optional(),
  call: z.string().optional(),
  stage: z.unknown().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
});

/** Text only: a house member sees no files and runs no tools. */
function spoken(message: LanguageModelV4Message): HouseRequest["messages"] {
  if (message.role !== "user" && message.role !== "assistant") return [];
  const texts = message.content.flatMap((part) => (part.type === "text" ? part.text : []));
  return [{ role: message.role, text: texts.join("\n") }];
}

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Tokens without a tokenizer: four bytes of UTF-8 each. Close for English, and the same on every machine. */
const bytesPerToken = 4;

export function countTokens(...texts: string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil(bytes / bytesPerToken);
}
