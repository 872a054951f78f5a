import type { z } from "zod";
import type { Limits, RetrySettings, Role } from "../../../contract/index.ts";
import type { Budget } from "../../budget/index.ts";
import type { Clock } from "../../clock/index.ts";
import { callText, HarnessError } from "../../errors/index.ts";
import type { Journal } from "../../journal/index.ts";
import { mostItCosts, roleDefaults } from "../catalog/index.ts";
import type { ModelSource, ProviderId } from "../providers/index.ts";
import { type AnswerCache, reuseLayer } from "./layers/reuse-layer.ts";
import { budgetLayer, ledgerLayer } from "./layers/budget-and-ledger.ts";
import type { Ask, Call, GatewayRequest } from "./call.ts";
import { embedParts, embedRequest, type EmbedAsk, type EmbedReply } from "./requests/embed.ts";
import { InterruptedError } from "./failures/failures.ts";
import { journalLayer, type Answer } from "./layers/journal-layer.ts";
import {
  objectRequest,
  textRequest,
  type ObjectAsk,
  type ObjectReply,
  type TextReply,
} from "./requests/language-request.ts";
import { limiterLayer, type Limiter } from "./layers/limiter-layer.ts";
import { outsideRequest, type OutsideAsk } from "./requests/outside-request.ts";
import type { PromptAsk } from "./requests/prompt.ts";
import { providerLayer } from "./layers/provider-layer.ts";
import { recordingLayer, recordKnown, type Tape } from "./layers/recording-layer.ts";
import { requestHash } from "./request-hash.ts";
import { retryLayer, type RetryNews } from "./layers/retry-layer.ts";

/**
 * The single entry point to every model. A request passes, from the outside in:
 * journal → recording → retry → limiter → budget → ledger → provider.
 *
 *     const { text } = await gateway.text({ call: "turn/7/narrator", role: "narrator", model, messages });
 */
export type Gateway = {
  text(ask: PromptAsk): Promise<TextReply & Sourced>;
  /** A value that fits the zod schema. An invalid reply is retried, within a limit. */
  object<Schema extends z.ZodType>(ask: ObjectAsk<Schema>): Promise<ObjectReply<z.output<Schema>> & Sourced>;
  embed(ask: EmbedAsk): Promise<EmbedReply>;
  /** Asks the user's own system, behind HTTP or in a module. */
  outside<Schema extends z.ZodType>(ask: OutsideAsk<Schema>): Promise<{ answer: z.output<Schema> } & Sourced>;
  readonly journal: Journal;
};
type Sourced = Pick<Answer<unknown>, "source">;

type GatewayOptions = {
  models: ModelSource;
  journal: Journal;
  limiter: Limiter;
  /** Lanes with limits of their own, in addition to one per provider. */
  limits?: Record<string, Limits>;
  budget: Budget;
  clock: Clock;
  retry: RetrySettings;
  timeoutMs: number;
  maxOutput?: Partial<Record<Role, number>>;
  answers?: AnswerCache;
  seed: string | number;
  onRetry?: (news: RetryNews) => void;
  /** Labels that have answered before; shared by the runs of a process. */
  heard?: Set<string>;
  /** A provider's base URL, if it is not the default. */
  addressOf?: (provider: ProviderId) => string | undefined;
  /** Names a setting and where it was set, for errors. */
  origin?: (...path: string[]) => string;
  /** The variable of a provider's key, if it is not the usual one. */
  keyOf?: (provider: ProviderId) => string | undefined;
  /** Replays recorded answers, or records them. */
  tape?: Tape;
};

const LONGEST_CALL_ID = 300;

export function createGateway(options: GatewayOptions): Gateway {
  const {
    models,
    journal,
    limiter,
    limits = {},
    budget,
    clock,
    retry,
    timeoutMs,
    maxOutput = {},
    answers,
    seed,
    onRetry,
    heard = new Set(),
    addressOf,
    origin = (...path) => path.join("."),
    keyOf = () => undefined,
    tape,
  } = options;
  /**
   * What affects an answer without being part of the request: the address, and for embedded models their dice and
   * stage.
   */
  const beside = ({ model, stage }: Ask & { stage?: unknown }) => {
    const at = addressOf?.(model.provider);
    return model.provider === "house" ? { at, seed, stage } : { at };
  };
  const limitsOf = ({ model }: Call): string[] => [
    model.provider,
    ...(model.label in limits ? [model.label] : []),
  ];

  const request = retryLayer({ settings: retry, clock, journal, seed, heard, onRetry })(
    limiterLayer({ limiter, limitsOf })(
      budgetLayer({ budget })(
        ledgerLayer({ journal, clock })(providerLayer({ clock, timeoutMs, origin, keyOf })),
      ),
    ),
  );
  const answer = journalLayer({ journal, onKnown: recordKnown(tape) })(
    recordingLayer({ tape, journal, clock })(reuseLayer({ journal, answers })(request)),
  );

  const send = async <Value>(
    ask: Ask,
    { facts, largest, ...work }: GatewayRequest<Value>,
  ): Promise<Answer<Value>> => {
    if (ask.signal?.aborted) throw new InterruptedError(ask.signal.reason);
    const { model } = ask;
    if (ask.call.length === 0 || ask.call.length > LONGEST_CALL_ID)
      throw new HarnessError({
        code: "bug",
        message: `A call id has 1 to ${LONGEST_CALL_ID} characters, not ${ask.call.length}.`,
        remedy: "Build it from seat indexes and turns: turn/7/player/2.",
      });
    const cap =
      (ask.maxOutput ?? maxOutput[ask.role] ?? roleDefaults[ask.role].maxOutput) + model.thinkingRoom;
    if (model.context !== undefined && (largest ?? work.inputTokens + cap) > model.context) {
      throw new HarnessError({
        code: "context-exceeded",
        message:
          `The request is too long for ${model.label}: about ${largest ?? work.inputTokens} tokens of ` +
          `input and ${cap} of output, and ${model.context} fit.`,
        remedy: `Shorten the input, or choose a model with a larger context (${callText("models")}).`,
      });
    }
    const atMost = model.price ? mostItCosts({ input: work.inputTokens, maxOutput: cap }, model.price) : null;
    const call = {
      ...ask,
      ...work,
      hash: requestHash(facts),
      reuseKey: () => requestHash({ facts, ...beside(ask), maxOutput: cap }),
      maxOutput: cap,
      atMost,
    };
    try {
      return await answer(call);
    } catch (error) {
      // An aborted wait for a slot or a pause ends with the signal's own reason.
      throw ask.signal?.aborted && error === ask.signal.reason ? new InterruptedError(error) : error;
    }
  };

  const context = { models, seed };
  return {
    journal,
    text: async (ask) => spread(await send(ask, textRequest(ask, context))),
    object: async (ask) => spread(await send(ask, objectRequest(ask, context))),
    async outside(ask) {
      const { value, source } = await send(ask, outsideRequest(ask, { now: () => clock.date() }));
      return { answer: value, source };
    },
    async embed(ask) {
      const texts = [...new Set(ask.values)];
      const parts = await Promise.all(
        embedParts({ ...ask, values: texts }).map((part) =>
          send(part, embedRequest(part, { at: addressOf?.(part.model.provider), ...context, answers })),
        ),
      );
      const vectors = new Map(
        parts.flatMap(({ value }) => value.vectors).map((vector, index) => [texts[index], vector]),
      );
      return {
        vectors: ask.values.map((text) => vectors.get(text)!),
        reused: parts.reduce((sum, { value }) => sum + value.reused, 0),
      };
    },
  };
}

const spread = <Value extends object>({ value, source }: Answer<Value>) => ({ ...value, source });
