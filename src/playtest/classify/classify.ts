/**
 * Classifies a narrator's output. The rules always run. A model, if there is one, may correct the type and may narrow
 * the audience. A failed model gets a second try; if it fails again, the rules' verdict is used and says so.
 */
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
import { splitSentences } from "../text/index.ts";
import {
  classifierInstructions,
  classifierMessages,
  classifierReply,
  readReply,
} from "./classifier-prompt.ts";
import { classifyByRules, classifyFiller } from "./classify-by-rules.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { combineVerdicts, noteUndelivered, publicIfToldToAll } from "./combine-verdicts.ts";
import { standIn } from "./evidence.ts";

export type ClassifyOptions = {
  gateway: Pick<Gateway, "object">;
  model: ResolvedModel;
  /** The id of the call: `turn/7/classifier`. The second attempt is `turn/7/classifier/again`. */
  call: string;
  turn: number;
  signal?: AbortSignal;
  clock: Clock;
  /**
   * How long the group waits for a verdict, both attempts and their retries included. The first may take half of it.
   * Infinity: nobody waits.
   */
  withinMs: number;
  input: ClassifyInput;
  /** A dry run's text: without names or content, so the rules need not read it. */
  filler?: boolean;
};

/** Longer outputs are not narration: only the rules judge them. */
const LONGEST = 60_000;

export const classify = async (options: ClassifyOptions): Promise<Classification> =>
  noteUndelivered(await judge(options), options.input.names);

async function judge({
  gateway,
  model,
  call,
  turn,
  signal,
  clock,
  withinMs,
  input,
  filler = false,
}: ClassifyOptions): Promise<Classification> {
  const { text, names, spokesperson, phase } = input;
  const byRules = filler ? classifyFiller : classifyByRules;
  const rules = publicIfToldToAll(byRules(input), names.length);
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
        ...(Number.isFinite(ms) && { timeoutMs: Math.max(1, Math.round(ms)) }),
        instructions: classifierInstructions,
        cacheInstructions: true,
        messages: classifierMessages(input, sentences),
        schema: classifierReply,
        temperature: 0,
      });
      const source = reply.model === "" ? model.label : `${model.provider}/${reply.model}`;
      const verdict = publicIfToldToAll(
        readReply(reply.object, { text, names, spokesperson, sentences, source }),
        names.length,
      );
      const plain = publicIfToldToAll(byRules(input, { marks: false }), names.length);
      // A model that finds what is plainly private can tell what only sounds private. Before the story there are no secrets.
      const trusted = phase === "creation" || findsTheSame(plain, verdict) ? plain : rules;
      return withFailures(combineVerdicts(trusted, phase === "creation" ? notConcluded(verdict) : verdict), {
        failures,
        asked,
      });
    } catch (error) {
      // The provider has the same time limit, and a deadline missed in a recording is replayed as a timeout.
      const late = deadline.signal.aborted || (error instanceof ProviderFailure && error.code === "timeout");
      if (late && Number.isFinite(withinMs) && !signal?.aborted)
        failures.add(`${model.label} did not classify within ${withinMs / 1_000} s`);
      else if (isModelFailure(error)) failures.add(error.message);
      else throw error;
      // A prompt that is too long once is too long again.
      if (error instanceof ContextExceededError) break;
    } finally {
      deadline.lift();
    }
  }
  return withFailures(rules, { failures, asked });
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

/** The record says why the model did not judge, or not at the first attempt. */
function withFailures(
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

/** Failures of the model or the connection. A refused key, a spent budget, Ctrl-C or a changed request stop the run. */
const isModelFailure = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure ||
    error instanceof InvalidReplyError ||
    error instanceof ContextExceededError) &&
  !isRefusal(error) &&
  error.exit !== 4 &&
  error.exit !== 130;

/** A story that has not begun cannot be over. */
const notConcluded = (verdict: Classification): Classification => ({ ...verdict, concluded: false });
