import type { Classification } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  ContextExceededError,
  InvalidReplyError,
  isRefusal,
  ProviderFailure,
  type Gateway,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { classifierInstructions, classifierMessages } from "./classifier-prompt.ts";
import { classifierReply, readReply } from "./classifier-reply.ts";
import { classifyByRules } from "./classify-by-rules.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { standIn } from "./evidence.ts";
import { narrowest } from "./narrowest.ts";
import { splitSentences } from "./sentences.ts";
import { toldToAll } from "./told-to-all.ts";
import { toldToNobody } from "./told-to-nobody.ts";

export type ClassifyOptions = {
  gateway: Pick<Gateway, "object">;
  model: ResolvedModel;
  /** The id of the call: `turn/7/classifier`. */
  call: string;
  turn: number;
  signal?: AbortSignal;
  clock: Clock;
  /** A group waits while it is judged: after so long, retries included, a slow model is done without. */
  withinMs: number;
  input: ClassifyInput;
};

/** Longer outputs are no narration; the rules judge them for nothing. */
const LONGEST = 60_000;

/**
 * What a narrator's output is. The rules always judge; a model, where there is one, may say better
 * what it is and may narrow who hears it. Where it fails the rules' verdict stands and says so.
 */
export const classify = async (options: ClassifyOptions): Promise<Classification> =>
  toldToNobody(await judge(options));

async function judge({
  gateway,
  model,
  call,
  turn,
  signal,
  clock,
  withinMs,
  input,
}: ClassifyOptions): Promise<Classification> {
  const { text, names, spokesperson, phase } = input;
  const rules = toldToAll(classifyByRules(input), names.length);
  if (model.provider === "house" || text.trim() === "") return rules;
  if (text.length > LONGEST)
    return standIn(rules, `the output has ${text.length} characters, too many to ask ${model.label} about`);
  const sentences = splitSentences(text);
  const deadline = startDeadline(clock, withinMs);
  try {
    const reply = await gateway.object({
      call,
      role: "classifier",
      model,
      turn,
      signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      timeoutMs: withinMs,
      instructions: classifierInstructions,
      cacheInstructions: true,
      messages: classifierMessages(input, sentences),
      schema: classifierReply,
      temperature: 0,
    });
    const source = reply.model === "" ? model.label : `${model.provider}/${reply.model}`;
    const verdict = toldToAll(
      readReply(reply.object, { text, names, spokesperson, sentences, source }),
      names.length,
    );
    return phase === "creation" ? asCreation(rules, narrowest(rules, verdict)) : narrowest(rules, verdict);
  } catch (error) {
    if (deadline.signal.aborted && !signal?.aborted)
      return standIn(rules, `${model.label} did not classify within ${withinMs / 1_000} s`);
    if (!isTheirs(error)) throw error;
    return standIn(rules, error.message);
  } finally {
    deadline.lift();
  }
}

function startDeadline(clock: Clock, ms: number): { signal: AbortSignal; lift(): void } {
  const late = new AbortController();
  const lifted = new AbortController();
  clock.sleep(ms, lifted.signal).then(
    () => late.abort("late"),
    () => {},
  );
  return { signal: late.signal, lift: () => lifted.abort("in time") };
}

/** Failures of the model or the way to it. A refused key, a spent budget, Ctrl-C or a changed request stop the run. */
const isTheirs = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure ||
    error instanceof InvalidReplyError ||
    error instanceof ContextExceededError) &&
  !isRefusal(error) &&
  error.exit !== 4 &&
  error.exit !== 130;

/** Before the story begins only who hears it is open. */
const asCreation = (rules: Classification, { segments, note }: Classification): Classification => ({
  ...rules,
  segments: segments.map((segment) =>
    segment.audience === "all" ? { ...segment, type: rules.type } : segment,
  ),
  ...(note !== undefined && { note }),
});
