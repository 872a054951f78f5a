import type { JSONObject } from "@ai-sdk/provider";
import type { LanguageModelUsage } from "ai";
import type { z } from "zod";
import type { Usage } from "../../../../contract/index.ts";
import { redact } from "../../../secrets/index.ts";
import { providers, type ModelSource } from "../../providers/index.ts";
import type { Correction } from "../call.ts";
import { promptFor, type PromptAsk } from "./prompt.ts";

export type Generated = {
  text: string;
  finish: string;
  model: string;
  usage: Usage;
  cost?: number;
  truth?: unknown;
};

type GenerateOptions = {
  ask: PromptAsk;
  models: ModelSource;
  maxOutput: number;
  seed: string | number;
  signal: AbortSignal;
  correction?: Correction;
  /** Sent if an object is requested; we check the answer, since not every vendor enforces it. */
  schema?: z.ZodType;
};

export async function generate({
  ask,
  models,
  maxOutput,
  seed,
  signal,
  correction,
  schema,
}: GenerateOptions): Promise<Generated> {
  const { generateText, Output } = await sdk();
  const { model } = ask;
  const { finishReasons, costIn } = providers[model.provider];
  let answer: string | undefined;
  const result = await generateText({
    ...promptFor(ask, correction),
    model: await models.language(model),
    maxOutputTokens: maxOutput,
    temperature: model.temperature ? ask.temperature : undefined,
    reasoning: model.reasoning,
    providerOptions: optionsFor(ask, seed),
    maxRetries: 0,
    abortSignal: signal,
    // The schema is sent; the caller checks the reply, which was paid for even if the SDK cannot read it.
    output: schema && {
      ...Output.object({ schema }),
      parseCompleteOutput: async ({ text }) => (answer = text),
    },
  });
  const text = answer ?? result.text;
  return {
    // If a vendor returns more than the object, the SDK knows which part is meant. Replies can also quote a key.
    text: redact(text),
    finish: finishReasons?.[result.rawFinishReason ?? ""] ?? result.finishReason,
    model: redact(result.response.modelId),
    usage: usageOf(result.usage, text),
    cost: costIn?.(result.providerMetadata?.[model.provider]),
    truth: result.providerMetadata?.house?.truth,
  };
}

function optionsFor(
  { model, role, call, stage }: PromptAsk,
  seed: string | number,
): Record<string, JSONObject> | undefined {
  if (model.provider === "house") return { house: { role, call, seed, stage } };
  const options = providers[model.provider].languageOptions?.(model);
  return options && { [model.provider]: options };
}

/**
 * A count that was not reported stays absent. Packages write 0 for it, but no prompt and no answer with words has 0
 * tokens.
 */
function usageOf(
  { inputTokens, inputTokenDetails, outputTokens, outputTokenDetails }: LanguageModelUsage,
  text: string,
): Usage {
  const hasInput = Boolean(inputTokens);
  const hasOutput = Boolean(outputTokens) || (hasInput && text === "");
  return {
    input: hasInput ? inputTokens : undefined,
    cacheRead: hasInput ? inputTokenDetails?.cacheReadTokens : undefined,
    cacheWrite: hasInput ? inputTokenDetails?.cacheWriteTokens : undefined,
    output: hasOutput ? outputTokens : undefined,
    reasoning: hasOutput ? outputTokenDetails?.reasoningTokens : undefined,
  };
}

/** The AI SDK, loaded with the first call, so that commands without calls start fast. */
export function sdk(): Promise<typeof import("ai")> {
  // These warnings are for developers who use the SDK; ours are in the report.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  return import("ai");
}
