import type { Classification } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { ContextExceededError, InvalidReplyError, ProviderFailure, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { classifierInstructions, classifierMessages } from "./classifier-prompt.ts";
import { classifierReply, readReply } from "./classifier-reply.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { clip } from "./evidence.ts";
import { narrowest } from "./narrowest.ts";
import { splitSentences } from "./sentences.ts";

export type ClassifyOptions = {
  gateway: Pick<Gateway, "object">;
  model: ResolvedModel;
  /** The id of the call: `turn/7/classifier`. */
  call: string;
  turn: number;
  signal?: AbortSignal;
  timeoutMs?: number;
  input: ClassifyInput;
};

/** A group waits while it is judged: a slow model is done without. */
const TIMEOUT_MS = 30_000;
/** Longer outputs are no narration; the rules judge them for nothing. */
const LONGEST = 60_000;

/**
 * What a narrator's output is. The rules always judge; a model, where there is one, may say better
 * what it is and may narrow who hears it. Where it fails the rules' verdict stands and says so.
 */
export async function classify({ gateway, model, call, turn, signal, timeoutMs = TIMEOUT_MS, input }: ClassifyOptions): Promise<Classification> {
  const rules = classifyByRules(input);
  const { text, names, phase } = input;
  if (model.provider === "house" || text.trim() === "") return rules;
  if (text.length > LONGEST) return { ...rules, note: `by rules: the output has ${text.length} characters, too many to ask ${model.label} about` };
  const sentences = splitSentences(text);
  try {
    const reply = await gateway.object({
      call,
      role: "classifier",
      model,
      turn,
      signal,
      timeoutMs,
      instructions: classifierInstructions,
      cacheInstructions: true,
      messages: classifierMessages(input, sentences),
      schema: classifierReply,
      temperature: 0,
    });
    const verdict = readReply(reply.object, { text, names, sentences, source: reply.model || model.label });
    return phase === "creation" ? asCreation(rules, narrowest(rules, verdict)) : narrowest(rules, verdict);
  } catch (error) {
    if (!isTheirs(error)) throw error;
    return { ...rules, note: clip(`by rules: ${error.message}`, 300) };
  }
}

/** Failures of the model or the way to it. A spent budget, Ctrl-C or a changed request are the caller's business. */
const isTheirs = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure || error instanceof InvalidReplyError || error instanceof ContextExceededError) && error.exit !== 4 && error.exit !== 130;

/** Before the story begins only who hears it is open. */
const asCreation = (rules: Classification, { segments, note }: Classification): Classification => ({
  ...rules,
  segments: segments.map((segment) => (segment.audience === "all" ? { ...segment, type: rules.type } : segment)),
  ...(note !== undefined && { note }),
});
