import type { LanguageModelUsage, Output as OutputNamespace } from "ai";
import type { z } from "zod";
import type { Usage } from "../../../contract/index.ts";
import type { Providers } from "../providers/index.ts";
import type { Correction } from "./call.ts";
import { promptFor, type PromptAsk } from "./prompt.ts";

export type Generated = { text: string; finish: string; model: string; usage: Usage; cost?: number };

export type GenerateOptions = {
  ask: PromptAsk;
  providers: Providers;
  maxOutput: number;
  seed: string | number;
  signal: AbortSignal;
  correction?: Correction;
  /** Sent along where an object is asked for; the answer is checked by us, since not every vendor enforces it. */
  schema?: z.ZodType;
};

/** One request to a language model through the AI SDK, with its own retries off. */
export async function generate({ ask, providers, maxOutput, seed, signal, correction, schema }: GenerateOptions): Promise<Generated> {
  const { generateText, Output, NoObjectGeneratedError } = await sdk();
  const { model } = ask;
  try {
    const result = await generateText({
      ...promptFor(ask, correction),
      model: await providers.language(model),
      maxOutputTokens: maxOutput,
      temperature: model.temperature ? ask.temperature : undefined,
      reasoning: model.reasoning,
      providerOptions: model.provider === "house" ? { house: { role: ask.role, call: ask.call, seed } } : undefined,
      maxRetries: 0,
      abortSignal: signal,
      output: schema && unchecked(Output, schema),
    });
    return {
      text: result.text,
      finish: result.finishReason,
      model: result.response.modelId,
      usage: usageOf(result.usage),
      cost: toldCost(result.providerMetadata?.openrouter),
    };
  } catch (error) {
    // The SDK could not parse what came: it was answered and paid for all the same, and is judged by the caller.
    if (!NoObjectGeneratedError.isInstance(error)) throw error;
    return {
      text: error.text ?? "",
      finish: error.finishReason ?? "unknown",
      model: error.response?.modelId ?? model.id,
      usage: error.usage ? usageOf(error.usage) : {},
    };
  }
}

/** Loaded with the first call: nothing that makes none should wait for it. */
const sdk = async () => {
  // Warnings are for developers of the SDK's callers; ours are in the report.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return import("ai");
};

const unchecked = (Output: typeof OutputNamespace, schema: z.ZodType) => Output.object({ schema });

/** A count that was not reported stays absent. */
function usageOf({ inputTokens, inputTokenDetails, outputTokens, outputTokenDetails }: LanguageModelUsage): Usage {
  return {
    input: inputTokens,
    cacheRead: inputTokenDetails?.cacheReadTokens,
    cacheWrite: inputTokenDetails?.cacheWriteTokens,
    output: outputTokens,
    reasoning: outputTokenDetails?.reasoningTokens,
  };
}

/** OpenRouter says what a call cost. */
function toldCost(metadata: unknown): number | undefined {
  const usage = (metadata as { usage?: { cost?: unknown } } | undefined)?.usage;
  return typeof usage?.cost === "number" && usage.cost >= 0 ? usage.cost : undefined;
}
