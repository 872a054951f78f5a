import type { RetrySettings } from "../../../../contract/index.ts";
import { isAddress } from "../../../addresses/index.ts";
import type { Clock } from "../../../clock/index.ts";
import { dice } from "../../../dice/index.ts";
import type { Journal } from "../../../journal/index.ts";
import type { ResolvedModel } from "../../catalog/index.ts";
import { type Call, type Correction, type Performed, type Send, waitUnlessAborted } from "../call.ts";
import { InvalidReplyError, MoneyTight, ProviderFailure } from "../failures/failures.ts";

/**
 * Retries: after a pause if the error is transient, immediately if a reply is unusable. A pause that the server orders
 * (`Retry-After`) counts towards `giveUpAfterMs`, but not as one of the attempts. It is outside the limiter and
 * the budget, so every attempt takes its own slot and reservation, and no pause holds either.
 */
export type RetryNews = {
  call: string;
  failure: ProviderFailure | InvalidReplyError;
  attempt: number;
  /** Undefined: the server ordered the pause, so that only the time is limited. */
  attempts: number | undefined;
  pauseMs: number;
};

type RetryOptions = {
  settings: RetrySettings;
  clock: Clock;
  journal: Journal;
  seed: string | number;
  /** Labels that have answered something. Shared by all runs of a process. */
  heard: Set<string>;
  /** Called before each pause, so that users know what they are waiting for. */
  onRetry?: (news: RetryNews) => void;
};

export function retryLayer({ settings, clock, journal, seed, heard, onRetry }: RetryOptions) {
  /** Since when a user's own service has answered nothing: the next call need not wait anew. */
  const silentSince = new Map<string, number>();
  return (next: Send) =>
    async <Value>(call: Call<Value>): Promise<Performed> => {
      let number = journal.attempts(call.call);
      let attempts = 0;
      let failures = 0;
      /** Failures whose pause the server did not order. */
      let faults = 0;
      let reasks = 0;
      let firstFailureAt: number | undefined;
      let correction: Correction | undefined;

      for (;;) {
        try {
          const performed = await next({ call, number: number + 1, correction });
          heard.add(call.model.label);
          silentSince.delete(call.model.label);
          return performed;
        } catch (error) {
          if (error instanceof MoneyTight) {
            await waitUnlessAborted(error.room, call.signal);
            // Where money went while its line was being stored, the attempt is in the journal.
            number = Math.max(number, journal.attempts(call.call));
            continue;
          }
          number++;
          attempts++;
          if (error instanceof ProviderFailure || error instanceof InvalidReplyError)
            error.attempts = attempts;
          if (isAnswer(error)) heard.add(call.model.label);
          if (call.once) throw error instanceof InvalidReplyError ? error.named(call, attempts) : error;
          if (error instanceof InvalidReplyError) {
            if (reasks++ >= settings.reasks) throw error.named(call, attempts);
            onRetry?.({
              call: call.call,
              failure: error,
              attempt: reasks,
              attempts: settings.reasks + 1,
              pauseMs: 0,
            });
            correction = { text: error.text, problem: error.problem };
            continue;
          }
          if (!(error instanceof ProviderFailure) || !error.transient) throw error;
          // A user's own system that never answered may be starting, or not be running.
          const isUnheard = isOwnService(call.model) && !heard.has(call.model.label);
          // A narrator is asked once more; each of many tests would wait for a target.
          if (isUnheard && error.code === "timeout" && call.role === "target") throw error;
          failures++;
          // A shorter wait is an attempt like any other: such a server would be asked thousands of times.
          const ordered = (error.retryAfterMs ?? 0) >= SHORTEST_ORDER_MS ? error.retryAfterMs : undefined;
          if (ordered === undefined) faults++;
          const since = silentSince.get(call.model.label) ?? clock.now();
          silentSince.set(call.model.label, since);
          firstFailureAt ??= isOwnService(call.model) ? since : clock.now();
          const pause = ordered ?? backoff(faults, dice(seed, "retry", call.call, number).next(), settings);
          const patience = Math.min(settings.giveUpAfterMs, isUnheard ? START_MS : Infinity);
          const late = clock.now() + pause - firstFailureAt > patience;
          const limit = `${patience / 1_000} s${isUnheard ? "" : " (retry.giveUpAfterMs)"}`;
          if (faults >= settings.attempts || late)
            throw givenUp(error, { failures, pause, limit: late ? limit : undefined });
          onRetry?.({
            call: call.call,
            failure: error,
            attempt: ordered === undefined ? faults : failures,
            attempts: ordered === undefined ? settings.attempts : undefined,
            pauseMs: pause,
          });
          await clock.sleep(pause, call.signal);
        }
      }
    };
}

/** Milliseconds. */
const SHORTEST_ORDER_MS = 1_000;
/** How long a user's own system may refuse connections before its first answer, in milliseconds. */
const START_MS = 15_000;

const isOwnService = ({ provider, id }: ResolvedModel): boolean => provider === "outside" && isAddress(id);

const isAnswer = (error: unknown): boolean =>
  error instanceof InvalidReplyError || (error instanceof ProviderFailure && error.status !== undefined);

/** Doubles from the first delay, bounded, with jitter over its upper half so that calls do not synchronise. */
function backoff(faults: number, chance: number, { firstDelayMs, maxDelayMs }: RetrySettings): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (faults - 1)) * (0.5 + chance / 2);
}

function givenUp(
  error: ProviderFailure,
  { failures, pause, limit }: { failures: number; pause: number; limit: string | undefined },
): ProviderFailure {
  const why =
    limit === undefined
      ? "the limit of retry.attempts"
      : `the next try, in ${Math.ceil(pause / 1_000)} s, would be too late: the limit is ${limit}`;
  return new ProviderFailure({
    code: error.code,
    message: `${error.message.replace(/(?<![.!?])$/, ".")} Gave up after ${failures} attempt${failures === 1 ? "" : "s"} (${why}).`,
    remedy: error.remedy,
    exit: error.exit,
    status: error.status,
    transient: false,
    billing: error.billing,
    attempts: error.attempts,
    cause: error,
  });
}
