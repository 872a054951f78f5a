import { APICallError } from "@ai-sdk/provider";
import { HarnessError } from "../../errors/index.ts";
import { providers } from "../providers/index.ts";

/**
 * How it is said that a request is longer than the model's context: by the providers, each in its module, and by the
 * servers and vendors behind OpenRouter and `local`. None of these may match a rate limit, which also counts tokens.
 */
const wordings = [
  ...Object.values(providers).flatMap(({ overflow }) => overflow ?? []),
  /exceed_context_size_error|exceeds? the available context size/i, // llama.cpp
  /exceeds? (?:the |this model's |the model's )?(?:maximum |max )?context (?:window|length|limit|size)/i, // OpenAI, Anthropic, Ollama
  /maximum (?:context|prompt|model) length/i, // DeepSeek, vLLM, OpenRouter, Mistral, xAI
  /(?:greater|longer) than the (?:model's )?context length/i, // LM Studio, Together
  /input token count.{0,40}exceeds the maximum/i, // Gemini, through OpenRouter
  /reduce the length of the (?:messages|prompt|input)/i, // Groq
];

/** Statuses that mean something else, whatever words come with them. */
const other = new Set([401, 402, 403, 404, 408, 429]);

export function isOverflowRefusal(error: unknown, status: number): boolean {
  if (other.has(status)) return false;
  if (status === 413) return true;
  const said = [error instanceof Error ? error.message : "", bodyOf(error)].join("\n");
  return wordings.some((wording) => wording.test(said));
}

/** Packages pass on the vendor's message, and often neither its code nor what an upstream provider said. */
function bodyOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return "";
  const body: unknown = error.responseBody;
  // A response that failed as a whole repeats the prompt; its error does not.
  return typeof body === "string"
    ? body
    : JSON.stringify((body as { error?: unknown } | undefined)?.error ?? "");
}

/** Was the request too long for the model, by our count or by the provider's? */
export const isContextExceeded = (error: unknown): error is HarnessError =>
  error instanceof HarnessError && error.code === "context-exceeded";
