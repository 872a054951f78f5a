/**
 * The frame of `house` models: offline, seeded, free, and in the SDK's own interface, so that they go through
 * the same door as every other model. What is said is the member's business; this is everything around it.
 *
 *   generateText({ model: houseLanguageModel(plainMember), prompt, providerOptions: { house: { seed: 7, call: "turn/1" } } })
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { HarnessError } from "../../errors/index.ts";
import type { HouseMember, HouseReply } from "./house-member.ts";
import { houseRequest } from "./house-prompt.ts";
import { countTokens, cutToTokens } from "./house-tokens.ts";

type Spoken = Pick<
  LanguageModelV4GenerateResult,
  "finishReason" | "usage" | "warnings" | "providerMetadata"
> & { text: string };

export function houseLanguageModel(member: HouseMember): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "house",
    modelId: member.name,
    // Claims every address as its own: otherwise the SDK would go and download files for a model that works offline.
    supportedUrls: { "*/*": [/.*/] },
    async doGenerate(options) {
      const { text, ...facts } = await speak(member, options);
      return { content: [{ type: "text", text }], ...facts };
    },
    async doStream(options) {
      return { stream: streamOf(streamParts(await speak(member, options)), options.abortSignal) };
    },
  };
}

async function speak(member: HouseMember, options: LanguageModelV4CallOptions): Promise<Spoken> {
  options.abortSignal?.throwIfAborted();
  const request = houseRequest(member.name, options);
  const reply = await unlessAborted(Promise.resolve(member.reply(request)), options.abortSignal);
  const { text, isCut } = written(member, reply, options.maxOutputTokens);
  const input = countTokens(request.instructions, ...request.messages.map((message) => message.text));
  const output = countTokens(text);
  const reason = isCut ? "length" : "stop";
  return {
    text,
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
}

/** An object stays whole whatever its length: half of one is of no use to anybody. */
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
    code: "house-reply",
    message: `House member "${member.name}" replied with an object that JSON cannot hold: ${String(reply.object)}.`,
    remedy: "Have the member reply { text } or { object } with a JSON value.",
  });
}

/** The SDK's timeouts only raise the signal: a member that waits must not outlive them. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  // The work has begun: the signal may have been raised before anybody listened.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function* streamParts({ text, warnings, finishReason, usage }: Spoken): Generator<LanguageModelV4StreamPart> {
  const id = "0";
  yield { type: "stream-start", warnings };
  yield { type: "text-start", id };
  for (const delta of deltas(text)) yield { type: "text-delta", id, delta };
  yield { type: "text-end", id };
  yield { type: "finish", finishReason, usage };
}

/** A few pieces of equal length, cut between characters. */
function deltas(text: string, pieces = 4): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / pieces));
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}

function streamOf(
  parts: Generator<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    pull(controller) {
      if (signal?.aborted) return controller.error(signal.reason);
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
