/**
 * The frame of `house` models: offline, seeded, free, and in the SDK's own interface, so that they use
 * the same gateway as every other model. The member provides the words; this is everything else.
 *
 *   generateText({ model: houseLanguageModel(plainMember), prompt, providerOptions: { house: { seed: 7, call: "turn/1" } } })
 */
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { HarnessError } from "../../errors/index.ts";
import type { HouseMember, HouseReply, HouseRequest } from "./house-member.ts";
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
      const reply = await unlessAborted(Promise.resolve(member.reply(request)), options.abortSignal);
      const { text, isCut } = written(member, reply, options.maxOutputTokens);
      const input = countTokens(request.instructions, ...request.messages.map((message) => message.text));
      const output = countTokens(text);
      const reason = isCut ? "length" : "stop";
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: reason, raw: reason },
        usage: {
          inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: output, text: output, reasoning: 0 },
        },
        ...(reply.truth !== undefined && { providerMetadata: { house: { truth: reply.truth } } }),
        warnings: options.tools?.length
          ? [{ type: "unsupported", feature: "tools", details: "House models call no tools." }]
          : [],
      };
    },
    // The gateway does not stream.
    doStream: () => Promise.reject(new Error("House models do not stream.")),
  };
}

/** An object is never cut: half of one is useless. */
function written(
  member: HouseMember,
  reply: HouseReply,
  maxOutputTokens = Infinity,
): { text: string; isCut: boolean } {
  if ("text" in reply) {
    const text = cutToTokens(reply.text, maxOutputTokens);
    return { text, isCut: text !== reply.text };
  }
  const json: string | undefined = JSON.stringify(reply.object);
  if (json !== undefined) return { text: json, isCut: false };
  throw new HarnessError({
    code: "bug",
    message: `House member "${member.name}" replied with an object that JSON cannot hold: ${String(reply.object)}.`,
    remedy: "Have the member reply { text } or { object } with a JSON value.",
  });
}

/** The SDK's timeouts only raise the signal: a waiting member must not outlive them. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  // The work has begun: the signal may have been raised before anything listened.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The SDK's call as a house member reads it. */
function houseRequest(memberName: string, options: LanguageModelV4CallOptions): HouseRequest {
  const { role, call, stage, seed = options.seed ?? 0 } = houseOptions(options.providerOptions?.house);
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
    ...(format?.type === "json" && { schema: format.schema ?? {} }),
    dice: dice(seed, memberName, call ?? hashOf([instructions, messages])),
  };
}

const optionsSchema = z.object({
  role: z.string().optional(),
  call: z.string().optional(),
  stage: z.unknown().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
});

function houseOptions(given: unknown = {}): z.infer<typeof optionsSchema> {
  const read = optionsSchema.safeParse(given);
  if (read.success) return read.data;
  throw new HarnessError({
    code: "bad-value",
    message: `providerOptions.house is ${JSON.stringify(given)}: ${z.prettifyError(read.error).replaceAll(/\s*\n\s*/g, " ")}`,
    remedy: "Pass { role?: string, call?: string, seed?: string or finite number }.",
    cause: read.error,
  });
}

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

/** The longest prefix of at most `tokens`, in whole characters. */
function cutToTokens(text: string, tokens: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(bytes.length, Math.max(0, tokens) * bytesPerToken);
  while (end > 0 && end < bytes.length && isContinuation(bytes[end]!)) end -= 1;
  return end === bytes.length ? text : bytes.toString("utf8", 0, end);
}

/** In UTF-8, every byte of a character but its first has the form 10xxxxxx. */
const isContinuation = (byte: number) => byte >> 6 === 0b10;
