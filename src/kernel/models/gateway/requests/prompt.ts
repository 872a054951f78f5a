import type { JSONObject } from "@ai-sdk/provider";
import type { ModelMessage, SystemModelMessage } from "ai";
import { type ResolvedModel, estimateTokens, TOKENS_PER_MESSAGE } from "../../catalog/index.ts";
import { providers } from "../../providers/index.ts";
import type { Ask, Correction, PromptMessage } from "../call.ts";

/** A prompt to a language model: stable parts first, changing parts last, so that prefixes can be cached. */
export type PromptAsk = Ask & {
  instructions?: string;
  /** The instructions are sent repeatedly: worth a cache breakpoint. */
  cacheInstructions?: boolean;
  messages: readonly PromptMessage[];
  temperature?: number;
  /** What an embedded model needs for its role. No other provider sees it, and it is not part of the request. */
  stage?: JSONObject;
};

const BREAKPOINT = { cacheControl: { type: "ephemeral" } };
/** Anthropic takes four; one is for the instructions. */
const MOST_BREAKPOINTS = 3;
/** An unusable reply is quoted only in part: it may be a megabyte. */
const SHOWN_BACK = 2_000;

export function promptFor(
  { instructions, cacheInstructions, messages, model }: PromptAsk,
  correction?: Correction,
): { instructions?: SystemModelMessage; messages: ModelMessage[] } {
  const options = breakpointOptions(model);
  const sent = providers[model.provider].alternates ? alternating(messages) : messages;
  const marked = new Set(
    sent.flatMap(({ cacheUpTo }, index) => (cacheUpTo ? [index] : [])).slice(-MOST_BREAKPOINTS),
  );
  return {
    instructions:
      instructions === undefined
        ? undefined
        : { role: "system", content: instructions, ...(cacheInstructions ? options : {}) },
    messages: corrected(sent, correction).map(({ role, content }, index) => ({
      role,
      content,
      ...(marked.has(index) ? options : {}),
    })),
  };
}

/** Joins neighbouring messages of one role. The stable prefix stays the same from call to call. */
function alternating(messages: readonly PromptMessage[]): PromptMessage[] {
  const joined: PromptMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role)
      joined.splice(-1, 1, { ...message, content: `${last.content}\n\n${message.content}` });
    else joined.push(message);
  }
  return joined;
}

export const promptTokens = ({ instructions = "", messages }: PromptAsk): number =>
  messages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + TOKENS_PER_MESSAGE,
    estimateTokens(instructions) + TOKENS_PER_MESSAGE,
  );

/** Everything in a prompt that affects the answer. */
export const promptFacts = ({ instructions, messages, temperature, model }: PromptAsk) => ({
  model: model.label,
  reasoning: model.reasoning,
  instructions,
  messages: messages.map(({ role, content }) => [role, content]),
  temperature,
});

/**
 * Breakpoints are set if the vendor supports them and their price is known: a cache write costs more than plain input.
 */
function breakpointOptions({ provider, price }: ResolvedModel) {
  const { cacheBreakpoints } = providers[provider];
  return cacheBreakpoints && price?.cacheWrite !== undefined
    ? { providerOptions: { [provider]: BREAKPOINT } }
    : {};
}

/** Retries with the problem. Appended, so that the cached prefix is unchanged. */
function corrected(
  messages: readonly PromptMessage[],
  correction: Correction | undefined,
): readonly PromptMessage[] {
  if (!correction) return messages;
  const note = `Your reply could not be used: ${correction.problem}\nAnswer again, in full and in the form that was asked for.`;
  if (correction.text.trim() !== "") {
    return [
      ...messages,
      { role: "assistant", content: correction.text.slice(0, SHOWN_BACK) },
      { role: "user", content: note },
    ];
  }
  const last = messages.at(-1);
  return last?.role === "user"
    ? [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${note}` }]
    : [...messages, { role: "user", content: note }];
}
