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
import { splitSentences } from "../text/index.ts";
import { toldToAll } from "./told-to-all.ts";
import { toldToNobody } from "./told-to-nobody.ts";

export type ClassifyOptions = {
  gateway: Pick<Gateway, "object">;
  model: ResolvedModel;
  /** The id of the call: `turn/7/classifier`. Asked once more, it is `turn/7/classifier/again`. */
  call: string;
  turn: number;
  signal?: AbortSignal;
  clock: Clock;
  /** How long the group waits for a verdict, both askings and their retries included. The first asking may take half of it. */
  withinMs: number;
  input: ClassifyInput;
};

/** Longer outputs are no narration; the rules judge them for nothing. */
const LONGEST = 60_000;

/**
 * What a narrator's output is. The rules always judge; a model, where there is one, may say better
 * what it is and may narrow who hears it. Where it fails it is asked once more; where it fails again the
 * rules' verdict stands and says so.
 */
export const classify = async (options: ClassifyOptions): Promise<Classification> =>
  toldToNobody(await judge(options), options.input.names);

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
  const failures = new Set<string>();
  const until = clock.now() + withinMs;
  let asked = 0;
  while (asked < 2) {
    asked += 1;
    const ms = asked === 1 ? withinMs / 2 : Math.max(0, until - clock.now());
    const deadline = startDeadline(clock, ms);
    try {
      const reply = await gateway.object({
        call: asked === 1 ? call : `${call}/again`,
        role: "classifier",
        model,
        turn,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        timeoutMs: Math.max(1, Math.round(ms)),
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
      const plain = toldToAll(classifyByRules(input, { marks: false }), names.length);
      // A model that finds what is plainly private knows what only sounds so; and before the story there are no secrets.
      const trusted = phase === "creation" || findsTheSame(plain, verdict) ? plain : rules;
      return noted(narrowest(trusted, phase === "creation" ? unended(verdict) : verdict), {
        failures,
        asked,
      });
    } catch (error) {
      // The provider's own limit is the same time; and a deadline that was missed in a recording comes as one.
      const late = deadline.signal.aborted || (error instanceof ProviderFailure && error.code === "timeout");
      if (late && !signal?.aborted)
        failures.add(`${model.label} did not classify within ${withinMs / 1_000} s`);
      else if (isTheirs(error)) failures.add(error.message);
      else throw error;
      // What is too long for it once is too long again.
      if (error instanceof ContextExceededError) break;
    } finally {
      deadline.lift();
    }
  }
  return noted(rules, { failures, asked });
}

/** Did the model find something that is private by a tag or by plain words, and name the same players? */
const findsTheSame = (rules: Classification, model: Classification): boolean => {
  const secrets = model.segments.filter(({ audience }) => audience !== "all" && audience.length > 0);
  return rules.segments.some(
    ({ start, end, audience }) =>
      audience !== "all" &&
      secrets.some((one) => one.start < end && start < one.end && String(one.audience) === String(audience)),
  );
};

/** A reader of the record must learn why the model did not judge, or not when it was first asked. */
function noted(
  verdict: Classification,
  { failures, asked }: { failures: ReadonlySet<string>; asked: number },
): Classification {
  return failures.size === 0 ? verdict : { ...standIn(verdict, [...failures].join("; "), asked), asked };
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

/** A story that has not begun cannot be over. */
const unended = (verdict: Classification): Classification => ({ ...verdict, concluded: false });
